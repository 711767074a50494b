import type { WorkspaceFilesystem } from '@caisson/core'
import { expect } from 'vitest'
import type { PlatformFaultCase, Ground } from './ground.js'
import { routes } from './routes.js'
import { command } from './sights.js'

const large = 'large '.repeat(50_000)

function disk({ sandbox }: Ground): WorkspaceFilesystem {
  const { filesystem } = sandbox
  if (!filesystem) throw new TypeError('the sandbox has no filesystem')
  return filesystem
}

const path = ({ tag }: Ground): string => `/tmp/${tag}`

const prepare: PlatformFaultCase['prepare'] = async (ground) => {
  await ground.sandbox.writeFiles([{ path: path(ground), content: 'old content' }])
}

/** A write that failed has left the old content or the new one, whole. */
const isWhole: PlatformFaultCase['check'] = async (ground) => {
  expect(['old content', 'new', large]).toContain(await disk(ground).readFile(path(ground), { encoding: 'utf8' }))
  await disk(ground).writeFile(path(ground), 'newest')
  expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('newest')
}

function fileCase(operation: string, run: PlatformFaultCase['run']): PlatformFaultCase {
  return { operation, route: routes.exec, sights: command, prepare, run, check: isWhole }
}

export const fileCases: readonly PlatformFaultCase[] = [
  fileCase('readFile', async (ground) => {
    expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('old content')
  }),
  fileCase('writeFile', (ground) => disk(ground).writeFile(path(ground), 'new')),
  fileCase('writeFile, 300 kB', (ground) => disk(ground).writeFile(path(ground), large)),
  fileCase('writeFiles', (ground) => ground.sandbox.writeFiles([{ path: path(ground), content: 'new' }])),
  fileCase('stat', (ground) => disk(ground).stat(path(ground))),
  fileCase('readdir', (ground) => disk(ground).readdir('/tmp')),
  {
    operation: 'mkdir',
    route: routes.exec,
    sights: command,
    run: (ground) => disk(ground).mkdir(`${path(ground)}/made`),
    check: async (ground) => {
      await disk(ground).mkdir(`${path(ground)}/made`)
      expect(await disk(ground).stat(`${path(ground)}/made`)).toMatchObject({ type: 'directory' })
    },
  },
  {
    operation: 'deleteFile',
    route: routes.exec,
    sights: command,
    prepare,
    run: (ground) => disk(ground).deleteFile(path(ground)),
    check: async (ground) => {
      await disk(ground).deleteFile(path(ground), { force: true })
      expect(await disk(ground).exists(path(ground))).toBe(false)
    },
  },
]
