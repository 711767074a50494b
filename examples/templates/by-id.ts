/** A template that is there already, by its name or id: it costs no request. */
import { Workspace } from '@caisson/core'
import { E2BSandbox } from '@caisson/e2b'
import { atE2B } from './at-vendor.ts'

await using _ = await atE2B({ templates: ['my-custom-template'] })

await using workspace = new Workspace({
  sandbox: new E2BSandbox({
    id: 'dev-sandbox',
    template: 'my-custom-template',
  }),
})

const { stdout } = await workspace.executeCommand('uname', ['-s'])
const { metadata } = (await workspace.sandbox?.getInfo?.()) ?? {}
console.log(`From ${String(metadata?.['templateName'])}: ${stdout.trim()}`)
