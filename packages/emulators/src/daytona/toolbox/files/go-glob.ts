import { ToolboxError } from '../http/toolbox-error.js'

function badPattern(pattern: string): ToolboxError {
  return new ToolboxError(400, `bad request: syntax error in pattern: ${pattern}`)
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
}

/** Reads one character of a class, which a backslash may introduce. */
function classCharacter(characters: readonly string[], at: number): { readonly text: string; readonly next: number } {
  const [first = '', second = ''] = characters.slice(at, at + 2)
  return first === '\\' ? { text: second, next: at + 2 } : { text: first, next: at + 1 }
}

/** Reads `[…]` that begins at `start`; `undefined` where it is none. */
function readClass(
  characters: readonly string[],
  start: number,
): { readonly source: string; readonly next: number } | undefined {
  const isNegated = characters[start + 1] === '^'
  let at = start + (isNegated ? 2 : 1)
  let ranges = ''
  while (characters[at] !== ']') {
    const low = classCharacter(characters, at)
    if (low.text === '' || low.text === '-') return undefined
    at = low.next
    let high = low
    if (characters[at] === '-') {
      high = classCharacter(characters, at + 1)
      if (high.text === '' || high.text === ']' || high.text < low.text) return undefined
      at = high.next
    }
    ranges += `${literal(low.text)}-${literal(high.text)}`
  }
  // A class without a character is none.
  return ranges === '' ? undefined : { source: `[${isNegated ? '^' : ''}${ranges}]`, next: at + 1 }
}

const wildcards: Readonly<Record<string, string>> = { '*': '[^/]*', '?': '[^/]' }

/**
 * A pattern of Go's `filepath.Match` as a regular expression: `*`, `?`, `[a-z]`, `[^a]` and `\` before a character that
 * stands for itself. Nothing else is special: no braces, no `**`, no `!`. Throws for one that Go does not read.
 */
export function goGlob(pattern: string): RegExp {
  const characters = Array.from(pattern)
  let source = ''
  for (let at = 0; at < characters.length;) {
    const character = characters[at] ?? ''
    if (character === '[') {
      const read = readClass(characters, at)
      if (read === undefined) throw badPattern(pattern)
      source += read.source
      at = read.next
    } else if (character === '\\') {
      const escaped = characters[at + 1]
      if (escaped === undefined) throw badPattern(pattern)
      source += literal(escaped)
      at += 2
    } else {
      source += wildcards[character] ?? literal(character)
      at += 1
    }
  }
  return new RegExp(`^${source}$`, 'su')
}
