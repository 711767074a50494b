import type { WorkspaceFilesystem } from '@caisson/core'
import type { E2BSandbox } from '../../src/index.js'
import type { BudgetRow, Ground } from './budget-row.js'

const upload = 'POST /files'
const download = 'GET /files'
const stat = 'POST /filesystem.Filesystem/Stat'
const script = 'POST /process.Process/Start'

/** A running sandbox with `folder/file.txt`, whose first relative path has been asked for. */
async function withFile({ make, id }: Ground): Promise<{ sandbox: E2BSandbox; files: WorkspaceFilesystem }> {
  const sandbox = make({ id })
  await sandbox.start()
  await sandbox.executeCommand('mkdir -p folder && echo text > folder/file.txt')
  const { filesystem } = sandbox
  if (!filesystem) throw new TypeError('the sandbox has no filesystem')
  await filesystem.exists('folder')
  return { sandbox, files: filesystem }
}

const three = ['a', 'b', 'deep/c'].map((path) => ({ path: `folder/${path}`, content: path }))

interface FileOperation {
  readonly operation: string
  readonly routes: readonly string[]
  run(files: WorkspaceFilesystem, sandbox: E2BSandbox): Promise<unknown>
}

const operations: readonly FileOperation[] = [
  { operation: 'writeFiles, three files', routes: [upload], run: (_files, sandbox) => sandbox.writeFiles(three) },
  {
    operation: 'writeFiles, one of three with a mode',
    routes: [upload, script],
    run: (_files, sandbox) => sandbox.writeFiles([...three, { path: 'folder/run', content: '', mode: 0o755 }]),
  },
  { operation: 'readFile', routes: [download], run: (files) => files.readFile('folder/file.txt') },
  { operation: 'writeFile', routes: [upload, script], run: (files) => files.writeFile('folder/new.txt', 'new') },
  { operation: 'stat', routes: [stat], run: (files) => files.stat('folder/file.txt') },
  { operation: 'exists', routes: [stat], run: (files) => files.exists('folder/none.txt') },
  { operation: 'readdir', routes: [script], run: (files) => files.readdir('folder') },
  { operation: 'mkdir', routes: ['POST /filesystem.Filesystem/MakeDir'], run: (files) => files.mkdir('folder/made') },
  { operation: 'moveFile', routes: [script], run: (files) => files.moveFile('folder/file.txt', 'folder/moved.txt') },
  { operation: 'deleteFile', routes: [script], run: (files) => files.deleteFile('folder/file.txt') },
]

export const fileRows: readonly BudgetRow[] = [
  ...operations.map(({ operation, routes, run }): BudgetRow => ({
    operation,
    budget: routes.length,
    routes,
    prepare: async (ground) => {
      const { sandbox, files } = await withFile(ground)
      return () => run(files, sandbox)
    },
  })),
  {
    // Without a working directory somebody has to say where relative paths start, once for each machine.
    operation: 'writeFiles, first relative path of a machine',
    budget: 2,
    routes: [stat, upload],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return () => sandbox.writeFiles(three)
    },
  },
  {
    operation: 'writeFiles, with workingDirectory',
    budget: 1,
    routes: [upload],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id, workingDirectory: '/home/user' })
      await sandbox.start()
      return () => sandbox.writeFiles(three)
    },
  },
]
