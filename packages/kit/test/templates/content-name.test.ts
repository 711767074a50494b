import { expect, it } from 'vitest'
import { contentName } from '@caisson/kit/templates'

it('is the prefix and 16 digits of the SHA-256 of the JSON', () => {
  // sha256 of {"a":1,"b":[true,null,"x"]}
  expect(contentName('caisson', { b: [true, null, 'x'], a: 1 })).toBe('caisson-eca8cfb31ab74533')
  expect(contentName('caisson-fallback', { a: 1 }, 8)).toMatch(/^caisson-fallback-[0-9a-f]{8}$/)
})

it('does not depend on the order of keys, at any depth [BR-095]', () => {
  const one = { z: { b: 1, a: { 2: 'two', 10: 'ten' } }, a: [{ x: 1, y: 2 }] }
  const other = { a: [{ y: 2, x: 1 }], z: { a: { 10: 'ten', 2: 'two' }, b: 1 } }
  expect(contentName('n', one)).toBe(contentName('n', other))
})

it('does depend on the order of lists, on every value and on the shape [BR-094] [BR-095]', () => {
  const contents = [
    { packages: ['a', 'b'] },
    { packages: ['b', 'a'] },
    { packages: 'a,b' },
    { packages: ['a,b'] },
    { packages: ['a', 'b'], user: 'root' },
    { packages: ['a', 'b'], user: 'user' },
    { packages: ['a', 'b'], user: null },
    { packages: { 0: 'a', 1: 'b' } },
    [['a', 'b']],
    [['a'], 'b'],
    '{"packages":["a","b"]}',
  ]
  expect(new Set(contents.map((content) => contentName('n', content))).size).toBe(contents.length)
})

it('takes no notice of members without a value, and takes what says its own JSON', () => {
  expect(contentName('n', { a: 1, b: undefined })).toBe(contentName('n', { a: 1 }))
  expect(contentName('n', { at: new Date(0) })).toBe(contentName('n', { at: '1970-01-01T00:00:00.000Z' }))
})

it.each([
  ['a function', { a: { b: () => 1 } }, 'content.a.b'],
  ['a map', { a: new Map() }, 'content.a'],
  ['bytes', [new Uint8Array(1)], 'content[0]'],
  ['no number', { a: Number.NaN }, 'content.a'],
  ['a big one', { a: 1n }, 'content.a'],
  ['nothing', undefined, 'content'],
  ['nothing in a list', [1, undefined], 'content[1]'],
])('refuses what JSON would lose: %s', (_, content, place) => {
  const fault = { code: 'INVALID_ARGUMENT', details: expect.objectContaining({ option: place }) }
  expect(() => contentName('n', content)).toThrow(expect.objectContaining(fault))
})

it.each([0, 65, 1.5])('refuses %s digits', (digits) => {
  expect(() => contentName('n', {}, digits)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
