/** The default mountable template, built beforehand: what sandboxes that are given no template are made from. */
import { createDefaultMountableTemplate, E2BSandbox } from '@caisson/e2b'
import { defaultBuildLogger, Template } from 'e2b'
import { atE2B } from './at-vendor.ts'
import { defaultTemplate } from './node-mirror.ts'

await using _ = await atE2B()

// FUSE and s3fs, Node whose checksum is compared, Corepack. `tools: ['s3fs', 'gcsfuse', 'blobfuse2']` mounts the other stores at once, too.
const { template, id, aptPackages, resources } = createDefaultMountableTemplate(defaultTemplate)
console.log(`${id}: ${aptPackages.join(', ')}; ${resources.cpuCount} processors, ${resources.memoryMB} MiB`)

const result = await Template.build(template, id, { ...resources, onBuildLogs: defaultBuildLogger() })
console.log(`Template ID: ${result.templateId}`)

await using byId = new E2BSandbox({ id: 'by-id', template: result.templateId })
await using byDefault = new E2BSandbox({ id: 'by-default', defaultTemplate })
for (const sandbox of [byId, byDefault]) {
  const { stdout } = await sandbox.executeCommand('command -v s3fs; node --version; id -un')
  const { metadata } = await sandbox.getInfo()
  console.log(`${sandbox.id}, from ${String(metadata?.['templateName'])}: ${stdout.trim().replaceAll('\n', ', ')}`)
}
