import type { CodeLanguage } from './execute-code-options.js'
import { detectModuleKind } from './module-kind.js'
import { stripTypes } from './strip-types.js'

/** How a language is run. */
export interface CodeLanguageFacts {
  /** Found through the sandbox's PATH; when it is missing, the shell ends with 127 and names it. */
  readonly interpreter: string
  /** What is done to the source on this host. Default: nothing. */
  readonly translate?: (source: string) => Promise<string>
  /** Options of the interpreter that depend on the (translated) source. */
  readonly flags?: (source: string) => Promise<readonly string[]>
  /** Arguments for a source given as text. */
  readonly inline: (source: string) => readonly string[]
  /** The descriptor on which a source that comes by file is open, and the arguments that make the interpreter read it. */
  readonly byFile: { readonly descriptor: 0 | 3; readonly args: readonly string[] }
}

/** An interpreter takes a source that starts with a dash for an option of its own; a blank before it changes nothing. */
const guardDash = (source: string): string => (source.startsWith('-') ? ` ${source}` : source)

const javascript: CodeLanguageFacts = {
  interpreter: 'node',
  flags: async (source) => [`--input-type=${await detectModuleKind(source)}`],
  inline: (source) => ['-e', guardDash(source)],
  // Read from stdin rather than by name, so that imports resolve from the working directory as they do inline.
  byFile: { descriptor: 0, args: ['-'] },
}

/** The languages of `executeCode`. */
export const codeLanguages: Readonly<Record<CodeLanguage, CodeLanguageFacts>> = {
  javascript,
  typescript: { ...javascript, translate: stripTypes },
  python: {
    interpreter: 'python3',
    inline: (source) => ['-c', source],
    byFile: { descriptor: 0, args: ['-'] },
  },
  bash: {
    interpreter: 'bash',
    inline: (source) => ['-c', guardDash(source)],
    // Not from stdin: commands of the script that read their input would swallow the rest of it.
    byFile: { descriptor: 3, args: ['/dev/fd/3'] },
  },
}
