import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { output, runIn } from './support/call-daemon.js'
import { because, openTestHost, startMachine, whyNot } from './support/test-host.js'

async function whyNoFuse(): Promise<string | undefined> {
  const reason = await whyNot('namespaces')
  if (reason !== undefined) return reason
  const missing = ['/usr/bin/bindfs', '/usr/bin/fusermount3'].filter((program) => !existsSync(program))
  return missing.length > 0 ? `missing: ${missing.join(', ')} (packages bindfs, fuse3)` : undefined
}

const reason = await whyNoFuse()

const mount = 'mkdir -p ~/source ~/mount && echo through > ~/source/file && bindfs ~/source ~/mount && cat ~/mount/file'

describe.skipIf(reason !== undefined)(`A FUSE file system in a private machine${because(reason)}`, () => {
  it('is foretold by the description of the host', async () => {
    const host = await openTestHost()
    expect(host.describe().fuse).toBe(true)
  })

  it.each([{ asUser: false }, { asUser: true }])('can be mounted, written and unmounted: %o', async (who) => {
    const machine = await startMachine()
    expect(await output(machine, mount, who)).toBe('through')
    expect(await output(machine, 'grep -c "/mount fuse" /proc/mounts', who)).toBe('1')
    expect(await output(machine, 'echo back > ~/mount/new && cat ~/source/new', who)).toBe('back')
    await output(machine, 'fusermount3 -u ~/mount', who)
    expect((await runIn(machine, 'grep "/mount fuse" /proc/mounts')).exitCode).toBe(1)
  })

  it('can be opened to all by the user', async () => {
    const machine = await startMachine()
    await output(machine, mount.replace('bindfs', 'bindfs -o allow_other'), { asUser: true })
    expect(await output(machine, 'cat /home/user/mount/file')).toBe('through')
  })

  it('neither holds up a freeze, while a program waits for it, nor the end of its machine', async () => {
    const machine = await startMachine()
    await output(machine, mount)
    await runIn(machine, 'while :; do cat ~/mount/file ~/mount/file > /dev/null; done', { detached: true })
    for (let round = 0; round < 10; round += 1) {
      await machine.freeze()
      await machine.thaw()
    }
    await machine.freeze()
    await machine.kill()
    expect(machine.state).toBe('gone')
  })
})
