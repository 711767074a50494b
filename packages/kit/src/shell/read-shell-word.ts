/** A word at the beginning of shell text, and what follows it. */
export interface ShellWord {
  readonly word: string
  readonly rest: string
}

const piece = /^(?:'([^']*)'|\\(.)|([^\s'"\\;&|<>()$`]+))/s

/**
 * Reads back a word that `shellQuote` wrote: single-quoted parts, characters behind a backslash and bare ones, up to the
 * first blank or operator. `undefined` when the text does not begin with such a word or a quote stays open.
 */
export function readShellWord(text: string): ShellWord | undefined {
  let word = ''
  let rest = text
  for (let match = piece.exec(rest); match; match = piece.exec(rest)) {
    word += match[1] ?? match[2] ?? match[3] ?? ''
    rest = rest.slice(match[0].length)
  }
  if (rest.length === text.length || rest.startsWith("'")) return undefined
  return { word, rest }
}
