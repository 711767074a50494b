/** A template that the vendor's own builder defines: built once, by the first sandbox that wants it, and found by its content from then on. */
import { E2BSandbox } from '@caisson/e2b'
import { Template } from 'e2b'
import { atE2B } from './at-vendor.ts'

await using _ = await atE2B()

const template = Template()
  .fromTemplate('base')
  .setEnvs({ GREETING: 'hello' })
  .runCmd('echo "$GREETING from the build" > /home/user/greeting')

for (const id of ['first', 'second']) {
  await using sandbox = new E2BSandbox({
    id,
    template,
    onBuildLog: ({ message }) => console.log(`${id}, build: ${message}`),
  })
  const { stdout } = await sandbox.executeCommand('cat /home/user/greeting; echo "$GREETING"')
  console.log(`${id}: ${stdout.trim().replace('\n', ', ')}`)
}
