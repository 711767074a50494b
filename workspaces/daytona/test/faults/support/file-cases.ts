import type { WorkspaceFilesystem } from '@caisson/core'
import { expect } from 'vitest'
import type { DaytonaFaultCase, Ground } from './ground.js'
import { routes } from './routes.js'
import { daemon, ofReads } from './sights.js'

/** Goes another way than what is small. */
const large = 'large '.repeat(50_000)

function disk({ sandbox }: Ground): WorkspaceFilesystem {
  const { filesystem } = sandbox
  if (!filesystem) throw new TypeError('the sandbox has no filesystem')
  return filesystem
}

const path = ({ tag }: Ground): string => `/tmp/${tag}`

const prepare: DaytonaFaultCase['prepare'] = async (ground) => {
  await ground.sandbox.writeFiles([{ path: path(ground), content: 'old content' }])
}

/** A write that failed has left the old content or the new one, whole. */
const isWhole: DaytonaFaultCase['check'] = async (ground) => {
  expect(['old content', 'new', large]).toContain(await disk(ground).readFile(path(ground), { encoding: 'utf8' }))
  await disk(ground).writeFile(path(ground), 'newest')
  expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('newest')
}

export const fileCases: readonly DaytonaFaultCase[] = [
  {
    operation: 'readFile',
    route: routes.download,
    sights: ofReads(daemon),
    prepare,
    run: async (ground) => {
      expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('old content')
    },
    check: isWhole,
  },
  {
    operation: 'writeFile',
    route: routes.script,
    sights: daemon,
    prepare,
    run: (ground) => disk(ground).writeFile(path(ground), 'new'),
    check: isWhole,
  },
  ...[routes.upload, routes.script].map((route): DaytonaFaultCase => ({
    operation: 'writeFile, 300 kB',
    route,
    sights: daemon,
    prepare,
    run: (ground) => disk(ground).writeFile(path(ground), large),
    check: isWhole,
  })),
  {
    operation: 'writeFiles',
    route: routes.script,
    sights: daemon,
    prepare,
    run: (ground) => ground.sandbox.writeFiles([{ path: path(ground), content: 'new' }]),
    check: isWhole,
  },
  {
    operation: 'stat',
    route: routes.script,
    sights: daemon,
    prepare,
    run: (ground) => disk(ground).stat(path(ground)),
    check: isWhole,
  },
  {
    operation: 'readdir',
    route: routes.script,
    sights: daemon,
    prepare,
    run: (ground) => disk(ground).readdir('/tmp'),
    check: isWhole,
  },
  {
    operation: 'mkdir',
    route: routes.script,
    sights: daemon,
    run: (ground) => disk(ground).mkdir(`${path(ground)}/made`),
    check: async (ground) => {
      await disk(ground).mkdir(`${path(ground)}/made`)
      expect(await disk(ground).stat(`${path(ground)}/made`)).toMatchObject({ type: 'directory' })
    },
  },
  {
    operation: 'deleteFile',
    route: routes.script,
    sights: daemon,
    prepare,
    run: (ground) => disk(ground).deleteFile(path(ground)),
    check: async (ground) => {
      await disk(ground).deleteFile(path(ground), { force: true })
      expect(await disk(ground).exists(path(ground))).toBe(false)
    },
  },
]
