import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isShellCommand, sh, shellQuote, type ShellCommand } from '../../src/driver.js'

const hostile = [
  'a b',
  '$(echo X)',
  '`id`',
  ';echo X',
  '*',
  '',
  'line1\nline2',
  '~',
  '&',
  "it's",
  '"',
  '\\',
  '\\n',
  '!!',
  '-n',
  'é😀',
  '\t',
  "'\\''",
  '$HOME',
  '#',
]

describe('shellQuote', () => {
  it('leaves plain words bare and quotes everything else', () => {
    expect(shellQuote('a-b_c./=:@9')).toBe('a-b_c./=:@9')
    expect(shellQuote('')).toBe("''")
    expect(shellQuote("it's")).toBe(`'it'\\''s'`)
  })

  it('gives every hostile text to a program unchanged', () => {
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
    const command = sh`${process.execPath} -e ${script} -- ${hostile}`
    expect(JSON.parse(execFileSync('/bin/sh', ['-c', command.text], { encoding: 'utf8' }))).toEqual(hostile)
  })

  it('refuses a NUL byte, which no program can be given', () => {
    expect(() => shellQuote('a\0b')).toThrow('NUL')
  })
})

describe('sh', () => {
  it('quotes values, inserts commands and joins lists', () => {
    const inner = sh`echo ${'a b'}`
    expect(sh`${inner} && ls ${['x', 'y z', inner]} ${7}`.text).toBe("echo 'a b' && ls x 'y z' echo 'a b' 7")
    expect(String(inner)).toBe(inner.text)
  })

  it('takes nothing that only looks like a command', () => {
    const forged = { text: 'rm -rf /', kind: 'shell-command' } as ShellCommand
    expect(isShellCommand(forged)).toBe(false)
    expect(() => sh`${forged}`).toThrow('made by sh')
    expect(isShellCommand(JSON.parse(JSON.stringify(sh`true`)))).toBe(false)
  })
})
