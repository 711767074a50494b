import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { whyNoBubblewrap } from './support/bubblewrap.js'
import { temporaryDirectory } from './support/driver-machine.js'
import { localSandbox } from './support/local-sandbox.js'

const reason = whyNoBubblewrap()

describe.skipIf(reason !== undefined)(`Mounts under isolation${reason ? ` (skipped: ${reason})` : ''}`, () => {
  it('leave the rules of the user as they are, and take away only themselves [BR-120]', async () => {
    const readable = await temporaryDirectory()
    const mounted = await temporaryDirectory()
    await writeFile(path.join(readable, 'rule'), 'kept')
    const { sandbox } = await localSandbox({ isolation: 'bwrap', nativeSandbox: { readOnlyPaths: [readable] } })
    /** What a command can do: read and write what the rule names, reach a network, write to what is mounted. */
    const look = async (): Promise<string[]> => {
      const tries = [
        `cat ${readable}/rule && echo`,
        `touch ${readable}/new 2>/dev/null || echo no write`,
        `tail -n +3 /proc/net/dev | grep -vc " lo:"`,
        `touch ws/file 2>/dev/null && echo mounted || echo not mounted`,
        `ls -d ${mounted} 2>/dev/null || echo hidden`,
      ]
      const { stdout } = await sandbox.executeCommand(tries.join('; '))
      return stdout.trim().split('\n')
    }
    const without = ['kept', 'no write', '0', 'not mounted', 'hidden']
    expect(await look()).toEqual(without)
    expect(await sandbox.mount(new LocalFilesystem({ basePath: mounted }), '/ws')).toMatchObject({ success: true })
    expect(await look()).toEqual(['kept', 'no write', '0', 'mounted', mounted])
    await sandbox.unmount('/ws')
    expect(await look()).toEqual(without)
  })
})
