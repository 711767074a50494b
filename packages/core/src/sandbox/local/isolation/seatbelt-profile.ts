import { invalidArgument } from '../../../errors/argument-error.js'

/** What a seatbelt sandbox is made of. Paths are real ones, since the system compares real paths. */
export interface SeatbeltPlan {
  readonly allowNetwork: boolean
  readonly writable: readonly string[]
  /** Taken away again, also where they lie below a writable path. */
  readonly protectedPaths: readonly string[]
}

/** Places that programs expect to be able to write, whatever they do. */
const alwaysWritable: readonly string[] = [
  '(subpath "/private/tmp")',
  '(subpath "/private/var/folders")',
  '(literal "/dev/null")',
  '(literal "/dev/zero")',
  '(literal "/dev/tty")',
  '(regex #"^/dev/fd/")',
]

/**
 * The profile of a seatbelt sandbox: everything is forbidden but reading, starting programs, and writing to the given
 * places. A later rule overrides an earlier one.
 */
export function seatbeltProfile({ allowNetwork, writable, protectedPaths }: SeatbeltPlan): string {
  const rules = [
    '(version 1)',
    '(deny default)',
    '(allow process*)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup)',
    '(allow ipc-posix*)',
    '(allow file-read*)',
    '(allow file-ioctl)',
    ...alwaysWritable.map((place) => `(allow file-write* ${place})`),
    ...writable.map((place) => `(allow file-write* (subpath ${quote(place)}))`),
    ...protectedPaths.map((place) => `(deny file-write* (subpath ${quote(place)}))`),
    allowNetwork ? '(allow network*)' : '(deny network*)',
  ]
  return `${rules.join('\n')}\n`
}

/** A string of the profile language, in which only quotes and backslashes are special. */
function quote(place: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not occur
  if (/[\u0000-\u001f]/.test(place)) {
    throw invalidArgument({ name: 'path', expected: 'a path without control characters under seatbelt', given: place })
  }
  return `"${place.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
