import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('[BR-075] a machine is gone when the platform says so', () => {
  it.each([404, 410, 502])('whatever the body of a %i on the way to it says', async (status) => {
    const bodies = [{ message: 'sandbox not found' }, 'sandbox is not running', '<html>Bad Gateway</html>', '']
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    for (const body of bodies) {
      target.emulator.faults.next('WS /exec', { status, body, times: 2 })
      await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
      expect(await sandbox.executeCommand('echo same')).toMatchObject({ stdout: 'same\n' })
    }
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(1)
  })

  it('and is alive whatever commands print and files lack', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    for (const text of ['sandbox not found', '404', 'is not running', 'was terminated', 'has been destroyed', '410']) {
      const result = await sandbox.executeCommand(`echo "${text}" >&2; exit 1`)
      expect(result).toMatchObject({ exitCode: 1, stderr: `${text}\n` })
    }
    await expect(sandbox.filesystem?.readFile('/none')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(target.emulator.journal.count({ route: 'GET /sandbox/{id}' })).toBe(0)
  })
})
