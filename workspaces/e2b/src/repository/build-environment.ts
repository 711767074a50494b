import { sh, type ShellCommand } from '@caisson/core/driver'

/** The text of a file that a shell reads to set variables. */
export function environmentText(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => sh`export ${`${name}=${value}`}`.text)
  return `${lines.join('\n')}\n`
}

/** The command with the variables of such a file. */
export function withEnvironment(file: string, command: string): string {
  const read: ShellCommand = sh`. ${file} || exit 1; `
  return `${read.text}${command}`
}
