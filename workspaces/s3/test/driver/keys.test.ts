import { describe, expect, it } from 'vitest'
import { copySource } from '../../src/driver/copy-source.js'
import { decodeListed } from '../../src/driver/decode-listed.js'

describe('BR-145 the source of a copy', () => {
  it.each([
    ['a b+c%20d?e#f&g.txt', 'data/a%20b%2Bc%2520d%3Fe%23f%26g.txt'],
    ['é/😀', 'data/%C3%A9/%F0%9F%98%80'],
    ["q'(x)!*.txt", 'data/q%27%28x%29%21%2A.txt'],
    ['a//b/', 'data/a//b/'],
    ['line\nfeed', 'data/line%0Afeed'],
    ['~-_.', 'data/~-_.'],
  ])('%j is %s', (key, header) => {
    expect(copySource('data', key)).toBe(header)
    expect(decodeURIComponent(header)).toBe(`data/${key}`)
  })
})

describe('a listed key', () => {
  it('is literal, whatever it holds', () => {
    expect(decodeListed('a+b%2Bc%0Ad%25/%C3%A9', 'url')).toBe('a b+c\nd%/é')
    expect(decodeListed('a+b%2B', undefined)).toBe('a+b%2B')
  })

  it('of a store that only claims to encode is taken as it is', () => {
    expect(decodeListed('100%', 'url')).toBe('100%')
  })
})
