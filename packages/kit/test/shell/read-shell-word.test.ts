import { describe, expect, it } from 'vitest'
import { readShellWord, shellQuote } from '../../src/shell.js'

describe('readShellWord', () => {
  it.each([
    'plain',
    '',
    "it's",
    "''",
    "a'b'c",
    'two words',
    'line\nbreak',
    '$(x) `y` "z" \\',
    'é 😀',
    '-n',
    "'",
    "\\'",
  ])('reads %j back from what shellQuote made of it', (text) => {
    expect(readShellWord(`${shellQuote(text)} rest`)).toEqual({ word: text, rest: ' rest' })
    expect(readShellWord(`${shellQuote(text)}\nrest`)).toEqual({ word: text, rest: '\nrest' })
    expect(readShellWord(shellQuote(text))).toEqual({ word: text, rest: '' })
  })

  it.each(['', ' word', '$x', '"double"', ';', "'open", "a'open"])('gives nothing for %j', (text) => {
    expect(readShellWord(text)).toBeUndefined()
  })

  it('takes time in proportion to the text', () => {
    const text = "'".repeat(20_000)
    expect(readShellWord(shellQuote(text))?.word).toBe(text)
  })
})
