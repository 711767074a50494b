import { invalidArgument } from '@caisson/core/workspace'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'

interface IgnoredRule {
  readonly name: keyof DaytonaSandboxOptions
  /** When it counts, as the end of "is ignored". */
  readonly because: string
  readonly isIgnored: (options: DaytonaSandboxOptions) => boolean
}

/** Options that mean nothing beside others, or without them. */
const rules: readonly IgnoredRule[] = [
  {
    name: 'image',
    because: 'since snapshot is given, which wins over it',
    isIgnored: ({ image, snapshot }) => image !== undefined && snapshot !== undefined,
  },
  {
    name: 'resources',
    because: 'since a machine that starts from a snapshot has the sizes of the snapshot: they count with image only',
    isIgnored: ({ resources, image, snapshot }) =>
      resources !== undefined && (image === undefined || snapshot !== undefined),
  },
  {
    name: 'autoDeleteInterval',
    because: 'since an ephemeral machine is deleted as soon as it stops',
    isIgnored: ({ autoDeleteInterval, ephemeral }) =>
      ephemeral === true && autoDeleteInterval !== undefined && autoDeleteInterval !== 0,
  },
]

/**
 * Says which options are ignored, for the log.
 *
 * Throws `SandboxError` INVALID_ARGUMENT instead with `strictOptions`.
 */
export function describeIgnoredOptions(options: DaytonaSandboxOptions, owner: string): readonly string[] {
  const ignored = rules.filter(({ isIgnored }) => isIgnored(options))
  const [first] = ignored
  if (options.strictOptions === true && first !== undefined) {
    const expected = `nothing, ${first.because}`
    throw invalidArgument({ name: `${owner} option ${first.name}`, expected, given: options[first.name] })
  }
  return ignored.map(({ name, because }) => `${owner}: option ${name} is ignored, ${because}`)
}
