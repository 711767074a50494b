/** Values that `$NAME` may stand for. */
export type Variables = Readonly<Record<string, string>>

interface Piece {
  readonly text: string
  readonly length: number
}

/** The variable that begins at a dollar sign, or the sign itself. */
function readVariable(text: string, variables: Variables): Piece {
  const plain = /^\$([A-Za-z_]\w*)/.exec(text)
  if (plain !== null) return { text: variables[plain[1] ?? ''] ?? '', length: plain[0].length }
  const braced = /^\$\{([A-Za-z_]\w*)(?::([-+])([^}]*))?\}/.exec(text)
  if (braced === null) return { text: '$', length: 1 }
  const [all, name = '', operator, other = ''] = braced
  const value = variables[name] ?? ''
  const length = all.length
  if (operator === '-') return { text: value === '' ? expandVariables(other, variables) : value, length }
  if (operator === '+') return { text: value === '' ? '' : expandVariables(other, variables), length }
  return { text: value, length }
}

/** Puts values in place of variables; quotes mean nothing, and a backslash keeps a dollar sign. */
export function expandVariables(text: string, variables: Variables): string {
  let result = ''
  for (let position = 0; position < text.length;) {
    if (text.startsWith('\\$', position)) {
      result += '$'
      position += 2
    } else if (text[position] === '$') {
      const piece = readVariable(text.slice(position), variables)
      result += piece.text
      position += piece.length
    } else {
      result += text[position]
      position += 1
    }
  }
  return result
}

/** Reads what begins at a position outside of white space: a quote, an escaped character, a variable, or one character. */
function readPiece(text: string, position: number, variables: Variables): Piece {
  const character = text[position] ?? ''
  if (character === "'") {
    const end = text.indexOf("'", position + 1)
    const last = end < 0 ? text.length : end
    return { text: text.slice(position + 1, last), length: last - position + 1 }
  }
  if (character === '"') return readDoubleQuote(text, position, variables)
  if (character === '\\' && position + 1 < text.length) return { text: text[position + 1] ?? '', length: 2 }
  if (character === '$') return readVariable(text.slice(position), variables)
  return { text: character, length: 1 }
}

function readDoubleQuote(text: string, start: number, variables: Variables): Piece {
  let result = ''
  let position = start + 1
  while (position < text.length && text[position] !== '"') {
    const isEscape = text[position] === '\\' && '"\\$'.includes(text[position + 1] ?? ' ')
    if (isEscape) {
      result += text[position + 1]
      position += 2
    } else if (text[position] === '$') {
      const piece = readVariable(text.slice(position), variables)
      result += piece.text
      position += piece.length
    } else {
      result += text[position]
      position += 1
    }
  }
  return { text: result, length: position - start + 1 }
}

/** Splits a text into words as a shell would, with values in place of variables; patterns stay as they are. */
export function splitWords(text: string, variables: Variables): string[] {
  const words: string[] = []
  let word: string | undefined
  for (let position = 0; position < text.length;) {
    if (/\s/.test(text[position] ?? '')) {
      if (word !== undefined) words.push(word)
      word = undefined
      position += 1
      continue
    }
    const piece = readPiece(text, position, variables)
    word = (word ?? '') + piece.text
    position += piece.length
  }
  return word === undefined ? words : [...words, word]
}

/** The words of an array in JSON, as in `CMD ["a", "b"]`; `undefined` for any other text. */
export function parseWordArray(text: string): string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined
  } catch (error) {
    // What only looks like an array is a command for the shell.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
