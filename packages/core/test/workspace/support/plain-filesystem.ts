import type { WorkspaceFilesystem } from '../../../src/contract/index.js'

/** The least object that is a filesystem: files in memory, no class, no base. */
export function createPlainFilesystem(overrides: Partial<WorkspaceFilesystem> = {}): WorkspaceFilesystem {
  const files = new Map<string, Buffer>()
  const now = new Date(0)
  return {
    id: 'plain-files',
    name: 'PlainFilesystem',
    provider: 'memory',
    status: 'pending',
    readFile: async (path) => files.get(path) ?? Buffer.alloc(0),
    writeFile: async (path, content) => void files.set(path, Buffer.from(content)),
    appendFile: async (path, content) =>
      void files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(content)])),
    deleteFile: async (path) => void files.delete(path),
    copyFile: async (from, to) => void files.set(to, files.get(from) ?? Buffer.alloc(0)),
    moveFile: async (from, to) => void files.set(to, files.get(from) ?? Buffer.alloc(0)),
    mkdir: async () => undefined,
    rmdir: async () => undefined,
    readdir: async () => [...files].map(([name, { length: size }]) => ({ name, type: 'file', size })),
    exists: async (path) => files.has(path),
    stat: async (path) => ({ name: path, path, type: 'file', size: 0, createdAt: now, modifiedAt: now }),
    ...overrides,
  }
}
