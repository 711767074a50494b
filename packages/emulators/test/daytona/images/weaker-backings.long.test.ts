import { Image } from '@daytonaio/sdk'
import { type Backing, startDaytonaEmulator } from '@caisson/emulators'
import { expect, it, onTestFinished } from 'vitest'
import { isAvailable } from './is-available.js'
import { connect } from '../start.js'

for (const backing of ['bubblewrap', 'directory'] as const satisfies readonly Backing[]) {
  it.skipIf(!(await isAvailable(backing)))(`builds what can be built in the backing ${backing}`, async () => {
    const emulator = await startDaytonaEmulator({ backing, transitionMs: 1 })
    onTestFinished(() => emulator.close())
    const daytona = connect(emulator)
    onTestFinished(() => daytona[Symbol.asyncDispose]())
    const image = Image.base('debian:12')
      .env({ A: 'one' })
      .workdir('/home/daytona/work')
      .runCommands('echo "$A" > file')
      .dockerfileCommands(['COPY --chmod=644 <<EOF /home/daytona/work/copied', '$A', 'EOF'])
    const sandbox = await daytona.create({ image })
    const { result } = await sandbox.process.executeCommand('cat file copied; echo $A')
    expect(result).toBe('one\none\none\n')
    await sandbox.createSnapshot('captured')
    const copy = await daytona.create({ snapshot: 'captured' })
    expect((await copy.process.executeCommand('cat file')).result).toBe('one\n')
    const failing = daytona.create({ image: Image.base('debian:12').runCommands('exit 3') })
    await expect(failing).rejects.toThrow('build_failed')
  })
}
