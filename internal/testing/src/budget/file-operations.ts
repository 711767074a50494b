import type { WorkspaceFilesystem } from '@caisson/core'
import type { MountSandbox } from '../mounts/mount-provider.js'
import type { Operation, Operations } from './operation.js'

const three = ['a', 'b', 'deep/c'].map((path) => ({ path: `folder/${path}`, content: path }))

/** A large file goes another way than a small one. */
const large = new Uint8Array(300_000)

/** An operation on a running sandbox with `folder/file.txt`, whose first relative path has been asked for. */
function onFiles(run: (files: WorkspaceFilesystem, sandbox: MountSandbox) => Promise<unknown>): Operation {
  return {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      await sandbox.executeCommand('mkdir -p folder && echo text > folder/file.txt')
      const { filesystem } = sandbox
      if (!filesystem) throw new TypeError('the sandbox has no filesystem')
      await filesystem.exists('folder')
      return () => run(filesystem, sandbox)
    },
  }
}

export const fileOperations = {
  'writeFiles, three files': onFiles((_files, sandbox) => sandbox.writeFiles(three)),
  'writeFiles, one of three with a mode': onFiles((_files, sandbox) =>
    sandbox.writeFiles([...three, { path: 'folder/run', content: '', mode: 0o755 }]),
  ),
  readFile: onFiles((files) => files.readFile('folder/file.txt')),
  writeFile: onFiles((files) => files.writeFile('folder/new.txt', 'new')),
  'writeFile, 300 kB': onFiles((files) => files.writeFile('folder/large', large)),
  stat: onFiles((files) => files.stat('folder/file.txt')),
  exists: onFiles((files) => files.exists('folder/none.txt')),
  readdir: onFiles((files) => files.readdir('folder')),
  mkdir: onFiles((files) => files.mkdir('folder/made')),
  moveFile: onFiles((files) => files.moveFile('folder/file.txt', 'folder/moved.txt')),
  deleteFile: onFiles((files) => files.deleteFile('folder/file.txt')),
  // Without a working directory somebody has to say where relative paths start, once for each machine.
  'writeFiles, first relative path of a machine': {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return () => sandbox.writeFiles(three)
    },
  },
  'writeFiles, with workingDirectory': {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id, workingDirectory: '/tmp' })
      await sandbox.start()
      return () => sandbox.writeFiles(three)
    },
  },
} as const satisfies Operations
