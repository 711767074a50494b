/** A template under a name of your own: taken if it is there, built if it is missing. It is known at once, or only when a machine is created. */
import { E2BSandbox, type DeferredNamedTemplateSpec, type NamedTemplateSpec } from '@caisson/e2b'
import { Template } from 'e2b'
import { atE2B } from './at-vendor.ts'

await using _ = await atE2B()

const toolbox = (version: string): NamedTemplateSpec => ({
  ref: `toolbox:${version}`,
  buildTags: ['current'],
  template: Template().fromTemplate('base').runCmd(`echo "toolbox ${version}" > /home/user/version`),
  fallbackTemplate: 'base', // for when the build fails
})

await using first = new E2BSandbox({ id: 'first', template: toolbox('v1') })
console.log(`first: ${(await first.executeCommand('cat /home/user/version')).stdout.trim()}`)

// Starts at once from what was built last, while the newest is being built for those who come later.
const newest: DeferredNamedTemplateSpec = {
  resolveSpec: async () => ({ ...toolbox('v2'), staleRef: 'toolbox:current' }),
}
await using second = new E2BSandbox({ id: 'second', template: newest })
console.log(`second: ${(await second.executeCommand('cat /home/user/version')).stdout.trim()}`)

await using third = new E2BSandbox({ id: 'third', template: toolbox('v2') })
console.log(`third: ${(await third.executeCommand('cat /home/user/version')).stdout.trim()}`)
