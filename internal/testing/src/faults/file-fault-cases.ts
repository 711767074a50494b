import type { TestedSandbox } from '@caisson/conformance'
import type { WorkspaceFilesystem } from '@caisson/core'
import { expect } from 'vitest'
import { faultCases, type FaultCase, type FaultFacts, type FaultGround, type FaultOperation } from './fault-case.js'

type Ground = FaultGround<TestedSandbox>
type Operation = FaultOperation<TestedSandbox>

/** May go another way than what is small. */
const large = 'large '.repeat(50_000)

function disk({ sandbox }: Ground): WorkspaceFilesystem {
  const { filesystem } = sandbox
  if (!filesystem) throw new TypeError('the sandbox has no filesystem')
  return filesystem
}

const path = ({ tag }: Ground): string => `/tmp/${tag}`

const prepare: Operation['prepare'] = async (ground) => {
  await ground.sandbox.writeFiles([{ path: path(ground), content: 'old content' }])
}

/** A write that failed has left the old content or the new one, whole. */
const isWhole: Operation['check'] = async (ground) => {
  expect(['old content', 'new', large]).toContain(await disk(ground).readFile(path(ground), { encoding: 'utf8' }))
  await disk(ground).writeFile(path(ground), 'newest')
  expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('newest')
}

const withFile = (run: Operation['run']): Operation => ({ prepare, run, check: isWhole })

const operations = {
  readFile: withFile(async (ground) => {
    expect(await disk(ground).readFile(path(ground), { encoding: 'utf8' })).toBe('old content')
  }),
  writeFile: withFile((ground) => disk(ground).writeFile(path(ground), 'new')),
  'writeFile, 300 kB': withFile((ground) => disk(ground).writeFile(path(ground), large)),
  writeFiles: withFile((ground) => ground.sandbox.writeFiles([{ path: path(ground), content: 'new' }])),
  stat: withFile((ground) => disk(ground).stat(path(ground))),
  readdir: withFile((ground) => disk(ground).readdir('/tmp')),
  mkdir: {
    run: (ground) => disk(ground).mkdir(`${path(ground)}/made`),
    check: async (ground) => {
      await disk(ground).mkdir(`${path(ground)}/made`)
      expect(await disk(ground).stat(`${path(ground)}/made`)).toMatchObject({ type: 'directory' })
    },
  },
  deleteFile: {
    prepare,
    run: (ground) => disk(ground).deleteFile(path(ground)),
    check: async (ground) => {
      await disk(ground).deleteFile(path(ground), { force: true })
      expect(await disk(ground).exists(path(ground))).toBe(false)
    },
  },
} satisfies Record<string, Operation>

export type FileOperationName = keyof typeof operations

/** Operations on the machine's files, by a provider's facts about them. */
export function fileFaultCases(facts: readonly FaultFacts<FileOperationName>[]): readonly FaultCase<TestedSandbox>[] {
  return faultCases(operations, facts)
}
