import { sh } from '@caisson/core/driver'

/** Names that a shell can forget. */
const shellName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What the text of a command begins with when variables have to be forgotten. */
const prefix = /^unset -v [A-Za-z0-9_ ]+\n/

/**
 * Puts in front of a command what makes it forget variables: the machine gives every process the environment that it was
 * created with, and the environment of a command can only add to that.
 */
export function forgetting(names: readonly string[], command: string): string {
  const known = names.filter((name) => shellName.test(name))
  return known.length === 0 ? command : `${sh`unset -v ${known}`.text}\n${command}`
}

/** The command without what was put in front of it. */
export function withoutForgetting(command: string): string {
  return command.replace(prefix, '')
}
