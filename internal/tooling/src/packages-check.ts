import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { repositoryRoot } from './repository-root.ts'
import { publicEntries, publicPackages } from './workspace-packages.ts'

interface Outcome {
  readonly title: string
  readonly failure: string | undefined
}

const binaries = path.join(repositoryRoot, 'node_modules', '.bin')

/** Both pack the package first, so that they see what a user would install. */
const tools = [
  { name: 'publint', args: ['run', '--strict', '.'] },
  // Old resolution without an exports map cannot see subpaths; every supported Node can.
  { name: 'attw', args: ['--pack', '.', '--profile', 'node16', '--no-emoji', '--no-color'] },
]

function check(folder: string, { name, args }: (typeof tools)[number]): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const title = `${folder}: ${name}`
  execFile(path.join(binaries, name), args, { cwd: path.join(repositoryRoot, folder) }, (error, stdout, stderr) => {
    resolve({ title, failure: error === null ? undefined : `${stdout}${stderr}` })
  })
  return promise
}

/** A package without its build packs well and holds nothing. */
function checkBuilt(folder: string): Outcome {
  const entries = publicEntries(repositoryRoot).filter((entry) => entry.package.folder === folder)
  const missing = entries.filter(({ types }) => !existsSync(path.join(repositoryRoot, folder, types)))
  const isBuilt = entries.length > 0 && missing.length === 0
  const failure = isBuilt
    ? undefined
    : `not built: ${missing.map(({ types }) => types).join(', ') || 'no entry has sources'}`
  return { title: `${folder}: build`, failure }
}

let failures = 0
for (const { folder } of publicPackages(repositoryRoot)) {
  const outcomes = [checkBuilt(folder), ...(await Promise.all(tools.map((tool) => check(folder, tool))))]
  for (const { title, failure } of outcomes) {
    process.stdout.write(failure === undefined ? `ok      ${title}\n` : `FAILED  ${title}\n${failure}\n`)
    if (failure !== undefined) failures += 1
  }
}
process.exitCode = failures === 0 ? 0 : 1
