import { execFileSync } from 'node:child_process'
import type { ShellCommand } from '@caisson/core/driver'

/**
 * The words that a real shell makes of commands of recipes: the program they begin with is a function that prints what it
 * was given.
 */
export function wordsOf(commands: readonly ShellCommand[], shell = '/bin/dash'): string[][] {
  const script = [
    `setsid() { printf '%s\\0' setsid "$@"; printf '\\001\\0'; }`,
    `path='/mount path' private=/private/dir cache=/cache uid=1000 gid=1001 everyone=yes compatibility=`,
    ...commands.map(({ text }) => text),
  ].join('\n')
  const output = execFileSync(shell, {
    input: script,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { PATH: '/nonexistent' },
  })
  const lists = output.split('\x01\0').slice(0, -1)
  return lists.map((list) => list.split('\0').slice(0, -1))
}
