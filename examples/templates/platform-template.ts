/** A template of Platform, whose creations never wait for a build: the sandbox says what it was made from meanwhile. */
import { setTimeout } from 'node:timers/promises'
import { PlatformSandbox, Template } from '@caisson/platform'
import { atPlatform } from './at-vendor.ts'

await using _ = await atPlatform()

const template = Template().setEnvs({ GREETING: 'hello' }).runCmd('echo "$GREETING from the build" > "$HOME/greeting"')

const meanwhile = new PlatformSandbox({ template })
await meanwhile.start()
console.log(`Meanwhile: ${JSON.stringify(meanwhile.templatePending)}`)
await meanwhile.destroy()

let build = await template.build()
while (build.status === 'pending') {
  await setTimeout(build.retryAfterMs)
  build = await template.build()
}
console.log(`The build is ${build.status}${build.error === undefined ? '' : `: ${build.error}`}`)

const sandbox = new PlatformSandbox({ template })
const { stdout } = await sandbox.executeCommand('cat "$HOME/greeting"; echo "$GREETING"')
console.log(`Now: ${stdout.trim().replace('\n', ', ')}`)
await sandbox.destroy()
