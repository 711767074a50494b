import { expect } from 'vitest'
import type { WorkspaceFilesystem } from '@caisson/core'
import { content, daemonCall, daemonStream, ofReads, unknown } from './sights.js'
import type { FaultCase, Ground } from './fault-case.js'

function disk({ sandbox }: Ground): WorkspaceFilesystem {
  const { filesystem } = sandbox
  if (!filesystem) throw new TypeError('the sandbox has no filesystem')
  return filesystem
}

const path = ({ tag }: Ground): string => `/tmp/${tag}`

const prepare: FaultCase['prepare'] = async (ground) => {
  await ground.sandbox.writeFiles([{ path: path(ground), content: 'old content' }])
}

/** A write that failed has left the old content or the new one, whole. */
const isWhole: FaultCase['check'] = async (ground) => {
  expect(['old content', 'new']).toContain(await disk(ground).readFile(path(ground), { encoding: 'utf8' }))
  await disk(ground).writeFile(path(ground), 'newest')
  expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('newest')
}

const stat = { ...daemonCall, 'cut after 3 bytes': unknown } as const

export const fileCases: readonly FaultCase[] = [
  {
    operation: 'readFile',
    route: 'GET /files',
    // What is cut while it arrives is told by the stream.
    sights: { ...ofReads(content), 'cut after 3 bytes': unknown },
    prepare,
    run: async (ground) => {
      expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('old content')
    },
    check: isWhole,
  },
  {
    operation: 'writeFile',
    route: 'POST /files',
    sights: content,
    prepare,
    run: (ground) => disk(ground).writeFile(path(ground), 'new'),
    check: isWhole,
  },
  {
    operation: 'writeFile',
    route: 'POST /process.Process/Start',
    sights: daemonStream,
    prepare,
    run: (ground) => disk(ground).writeFile(path(ground), 'new'),
    check: isWhole,
  },
  {
    operation: 'writeFiles',
    route: 'POST /files',
    sights: content,
    prepare,
    run: (ground) => ground.sandbox.writeFiles([{ path: path(ground), content: 'new' }]),
    check: isWhole,
  },
  {
    operation: 'stat',
    route: 'POST /filesystem.Filesystem/Stat',
    sights: ofReads(stat),
    prepare,
    run: (ground) => disk(ground).stat(path(ground)),
    check: isWhole,
  },
  {
    operation: 'mkdir',
    route: 'POST /filesystem.Filesystem/MakeDir',
    sights: stat,
    run: (ground) => disk(ground).mkdir(`${path(ground)}/made`),
    check: async (ground) => {
      await disk(ground).mkdir(`${path(ground)}/made`)
      expect(await disk(ground).stat(`${path(ground)}/made`)).toMatchObject({ type: 'directory' })
    },
  },
  {
    operation: 'readdir',
    route: 'POST /process.Process/Start',
    sights: daemonStream,
    prepare,
    run: (ground) => disk(ground).readdir('/tmp'),
    check: isWhole,
  },
  {
    operation: 'deleteFile',
    route: 'POST /process.Process/Start',
    sights: daemonStream,
    prepare,
    run: (ground) => disk(ground).deleteFile(path(ground)),
    check: async (ground) => {
      await disk(ground).deleteFile(path(ground), { force: true })
      expect(await disk(ground).exists(path(ground))).toBe(false)
    },
  },
]
