/** A snapshot of Daytona whose sandboxes have the programs that mount buckets: built by the first who asks, one request from then on. */
import { createMountableSnapshot, DaytonaSandbox } from '@caisson/daytona'
import { atDaytona } from './at-vendor.ts'

await using _ = await atDaytona()

const { name, action } = await createMountableSnapshot({
  tools: ['s3fs'], // the default has gcsfuse too, which comes from Google's own packages
  onBuildLog: ({ message }) => console.log(`build: ${message}`),
})
console.log(`The snapshot was ${action}`)

await using sandbox = new DaytonaSandbox({ snapshot: name })
const { stdout } = await sandbox.executeCommand('s3fs', ['--version'])
console.log(stdout.split('\n')[0])

const again = await createMountableSnapshot({ tools: ['s3fs'] })
console.log(`It is ${again.action}: ${again.name === name}`)
