import { Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { BuildError } from '../../../src/builds/build-error.js'
import { parseDockerfile } from '../../../src/daytona/control/builds/dockerfile/parse-dockerfile.js'
import { parseWordArray, splitWords } from '../../../src/daytona/control/builds/dockerfile/words.js'
import { readPlan } from '../../../src/daytona/control/builds/read-plan.js'

function rows(text: string): (readonly [string, string])[] {
  return parseDockerfile(text).map(({ keyword, text: rest }) => [keyword, rest])
}

describe('instructions of a Dockerfile', () => {
  it('joins lines that end in a backslash, without comments and empty lines between them', () => {
    const text = 'FROM a\nRUN one && \\\n  # why\n\n  two \\  \n && three\n# end\ncmd ["x"]\n'
    expect(rows(text)).toEqual([
      ['FROM', 'a'],
      ['RUN', 'one &&   two  && three'],
      ['CMD', '["x"]'],
    ])
  })

  it('takes lines that end in CR LF, and a mark at the start of the file', () => {
    expect(rows('\uFEFFFROM a\r\nRUN b\r\n')).toEqual([
      ['FROM', 'a'],
      ['RUN', 'b'],
    ])
  })

  it('reads flags apart from what follows', () => {
    const [copy] = parseDockerfile('COPY --chown=a:b --link x y/')
    expect(copy?.flags).toEqual({ chown: 'a:b', link: '' })
    expect(copy?.text).toBe('x y/')
  })

  it('reads texts that stand for files', () => {
    const text = "RUN <<EOF\necho $A\n  # kept\nEOF\nCOPY <<'ONE' <<-TWO /x/\n$B\nONE\n\t\ttabs\n\tTWO\nCMD a"
    const [run, copy, cmd] = parseDockerfile(text)
    expect(run?.heredocs).toEqual([{ name: 'EOF', content: 'echo $A\n  # kept\n', isLiteral: false }])
    expect(copy?.heredocs).toEqual([
      { name: 'ONE', content: '$B\n', isLiteral: true },
      { name: 'TWO', content: 'tabs\n', isLiteral: false },
    ])
    expect(cmd).toMatchObject({ keyword: 'CMD', line: 10 })
  })

  it('takes shifts in arithmetic for what they are', () => {
    expect(parseDockerfile('RUN echo $((1<<2)) $((1 << 2))')[0]?.heredocs).toEqual([])
  })

  it.each(['RUN <<EOF\nno end', '!broken', '123'])('refuses %j', (text) => {
    expect(() => parseDockerfile(text)).toThrow(BuildError)
  })
})

describe('words of an instruction', () => {
  const variables = { A: 'one', EMPTY: '', SPACED: 'x  y' }

  it.each([
    ['a  b\tc', ['a', 'b', 'c']],
    [`'a b' "c d"e f\\ g`, ['a b', 'c de', 'f g']],
    ['$A ${A}s \\$A', ['one', 'ones', '$A']],
    [`'$A' "$A" "\\$A" "\\x"`, ['$A', 'one', '$A', '\\x']],
    ['${EMPTY:-other} ${A:-other} ${A:+set} x${EMPTY:+set}', ['other', 'one', 'set', 'x']],
    ['k=$SPACED', ['k=x  y']],
    ['${UNKNOWN}', ['']],
    ['$ $1 ${', ['$', '$1', '${']],
    ['""', ['']],
    ['', []],
  ])('splits %j', (text, words) => {
    expect(splitWords(text, variables)).toEqual(words)
  })

  it('tells arrays from commands that look like one', () => {
    expect(parseWordArray('["a", "b c"]')).toEqual(['a', 'b c'])
    expect(parseWordArray('[ -f x ] && y')).toBeUndefined()
    expect(parseWordArray('["a", 1]')).toBeUndefined()
    expect(parseWordArray('a b')).toBeUndefined()
  })
})

describe('what a Dockerfile asks for', () => {
  it('reads every step that the client writes for a slim image', () => {
    const image = Image.debianSlim('3.12').pipInstall(['b', 'a>=1'], { indexUrl: 'http://x/simple', pre: true })
    const [stage, ...others] = readPlan(image.dockerfile).stages
    const { steps = [] } = stage ?? {}
    expect(others).toEqual([])
    expect(stage?.image).toBe('python:3.12.10-slim-bookworm')
    expect(steps.map(({ keyword }) => keyword)).toEqual(['RUN', 'RUN', 'RUN', 'RUN', 'RUN'])
    expect(steps.at(-1)?.text).toMatch(/^python -m pip install a\\>\\=1 b --index-url/)
  })

  it('fills arguments into the image that it begins with', () => {
    const plan = readPlan('ARG TAG=12\nFROM debian:${TAG} AS First\nRUN x\nFROM first\nFROM --platform=x b')
    expect(plan.globals).toEqual({ TAG: '12' })
    expect(plan.stages.map(({ image, name, steps }) => [image, name, steps.length])).toEqual([
      ['debian:12', 'first', 1],
      ['first', undefined, 0],
      ['b', undefined, 0],
    ])
  })

  it.each([
    ['RUN x', 'no build stage'],
    ['', 'no build stage'],
    ['FROM', 'FROM requires an image'],
    ['FROM a\nWHAT x', 'line 2: unknown instruction: WHAT'],
    ['FROM a b', 'line 1: FROM requires either one or three arguments'],
    ['FROM a AS', 'line 1: FROM requires either one or three arguments'],
    ['FROM a\nRUN \0', 'NUL'],
  ])('refuses %j', (text, reason) => {
    expect(() => readPlan(text)).toThrow(reason)
  })
})
