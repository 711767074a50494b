/** A template that adds to the default mountable one: built once, and the same for everybody who adds the same. */
import { Workspace } from '@caisson/core'
import { E2BSandbox } from '@caisson/e2b'
import { atE2B } from './at-vendor.ts'
import { defaultTemplate } from './node-mirror.ts'

await using _ = await atE2B()

await using workspace = new Workspace({
  sandbox: new E2BSandbox({
    template: (base) => base.aptInstall(['ripgrep']).pipInstall(['humanize']).npmInstall(['semver']),
    defaultTemplate,
    startTimeoutMs: 900_000,
    onBuildLog: ({ message }) => console.log(`build: ${message}`),
  }),
})

const programs = [
  'rg --version | head -n 1',
  'python3 -c "import humanize; print(humanize.intcomma(1234567))"',
  "node -p \"require('semver').inc('1.2.3', 'minor')\"",
  's3fs --version | head -n 1',
]
for (const program of programs) {
  const { stdout, stderr } = await workspace.executeCommand(program)
  console.log(`${program}: ${(stdout || stderr).trim()}`)
}
