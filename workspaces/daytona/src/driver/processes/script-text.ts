import { sh, type ShellCommand } from '@caisson/core/driver'

/** Most bytes of each stream that one answer brings. */
export const longestStreamBytes: number = 16 * 1024 * 1024

/** Longest text that goes into one argument; the system's limit is 128 KiB. */
const longestArgumentBytes = 96 * 1024

/** A script, as the vendor's shell gets it. */
export interface ScriptRequest {
  readonly script: ShellCommand
  readonly stdin: Uint8Array | undefined
  /** Different for each request: begins, divides and ends the answer. A word of letters and digits. */
  readonly mark: string
}

/** Both streams as base64, and the exit code as `:0:` somewhere in the second part. */
function wrapper(command: ShellCommand): ShellCommand {
  return sh`
command -v base64 >/dev/null && command -v head >/dev/null || { echo 'base64 or head is missing in the machine'; exit 127; }
exec 3>&1
printf '\n%s\n' "$0"
answer=$({ { { ${command} 3>&- 4>&- 5>&-; printf ':%s:' "$?" >&5; } 2>&1 >&4 4>&- |
head -c ${longestStreamBytes + 1} 3>&- 4>&- 5>&- | base64 3>&- 4>&- 5>&-; } 4>&1 1>&5 |
head -c ${longestStreamBytes + 1} 3>&- 5>&- | base64 >&3; } 5>&1)
printf '\n%s\n%s\n%s\n' "$0" "$answer" "$0"
`
}

/**
 * The text for a shell that may be any, and that reads it from its stdin: all that it has to understand is one command and
 * here-documents. The script itself runs under `sh`, as an argument, or from a descriptor where it is too long for that.
 */
export function scriptText({ script, stdin, mark }: ScriptRequest): string {
  const isLong = Buffer.byteLength(script.text) > longestArgumentBytes
  const run = isLong ? sh`sh /dev/fd/7` : sh`sh -c "$1"`
  const command = stdin === undefined ? run : sh`base64 -d 3>&- 4>&- 5>&- 7>&- | ${run}`
  const call = sh`exec sh -c ${wrapper(command).text} ${mark} ${isLong ? '' : script.text}`
  const program = isLong ? hereDocument(7, `${mark}P`, `exec 7<&-\n${script.text}\n`) : { redirection: '', body: '' }
  const input =
    stdin === undefined ? { redirection: ' </dev/null', body: '' } : hereDocument(0, `${mark}I`, base64(stdin))
  return `${call.text}${program.redirection}${input.redirection}\n${program.body}${input.body}`
}

/** Text that a shell takes as it is; the word that ends it must not be a line of it. */
function hereDocument(descriptor: number, word: string, text: string): { redirection: string; body: string } {
  return { redirection: ` ${descriptor}<<'${word}'`, body: `${text}${word}\n` }
}

/** In lines: some decoders take no long ones. */
function base64(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64')
  return text.replace(/.{1,76}/g, '$&\n')
}
