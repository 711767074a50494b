import { quote } from '../system/quote.js'

/** How code of a language is run by a shell. */
export interface CodeLanguage {
  /** The name's end of a file that the code must be in; without one it is the program's input. */
  readonly fileEnding?: string
  /** The words of the command before the arguments; `file` is the code's. */
  readonly command: (file: string) => string
}

/** The daemon's own Node stands in where the machine has none. */
const anyNode = `command -v node >/dev/null 2>&1 || node() { ${quote(process.execPath)} "$@"; }`
const withTypes = '--experimental-transform-types --disable-warning=ExperimentalWarning'

export const codeLanguages: Readonly<Record<string, CodeLanguage>> = {
  python: { command: () => 'python3 -u -' },
  javascript: { command: () => `${anyNode}; node -` },
  // The vendor's images have a program of their own for it. Node takes types by itself, if it is not too old.
  typescript: { fileEnding: '.ts', command: (file) => `${quote(process.execPath)} ${withTypes} ${quote(file)}` },
}
