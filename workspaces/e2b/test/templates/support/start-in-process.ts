/** Run as a program: starts a sandbox with the command that it is given in its template, without one with the default, and prints its template. */
import { Template } from 'e2b'
import { E2BSandbox } from '../../../src/index.js'

const [url = '', command = ''] = process.argv.slice(2)
const sandbox = new E2BSandbox({
  apiKey: 'e2b_test',
  apiUrl: url,
  sandboxUrl: url,
  template: command === '' ? undefined : Template().fromTemplate('base').runCmd(command),
})
await sandbox.start()
const { metadata } = await sandbox.getInfo()
await sandbox.destroy()
process.stdout.write(`${String(metadata?.['templateName'])}\n`)
