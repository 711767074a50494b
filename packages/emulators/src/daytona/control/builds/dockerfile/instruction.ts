/** A text inside a Dockerfile that stands for a file. */
export interface Heredoc {
  readonly name: string
  readonly content: string
  /** The end mark was in quotes: variables mean nothing. */
  readonly isLiteral: boolean
}

/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals: `RUN`. */
  readonly keyword: string
  /** All of it, lines joined. */
  readonly written: string
  /** What stands behind the keyword and its flags, as it was written, lines joined. */
  readonly text: string
  /** `--chown=a:b` is `chown` with `a:b`; one without a value has an empty one. */
  readonly flags: Readonly<Record<string, string>>
  readonly heredocs: readonly Heredoc[]
  /** The number of its first line, from 1. */
  readonly line: number
}
