import { expect, test } from 'vitest'
import { compareKeys } from '../../src/objects/index.js'
import { KeyIndex } from '../../src/objects/key-index.js'
import { listKeys, type ListQuery } from '../../src/objects/listing.js'

function indexOf(...keys: readonly string[]): KeyIndex {
  const index = new KeyIndex()
  for (const key of keys) index.add(key)
  return index
}

/** All pages, one after the other. */
function walk(index: KeyIndex, query: ListQuery): string[] {
  const found: string[] = []
  let after = query.after
  do {
    const page = listKeys(index, { ...query, after })
    expect(page.keys.length + page.prefixes.length).toBeLessThanOrEqual(query.limit)
    found.push(...[...page.keys, ...page.prefixes].toSorted(compareKeys))
    after = page.next
  } while (after !== undefined)
  return found
}

const tree = indexOf('a', 'a/b', 'a/c/d', 'a/c/e', 'b/', 'b/x', 'c', 'd/e/f')

test.each([1, 2, 3, 100])('pages of %i show the same', (limit) => {
  expect(walk(tree, { limit })).toEqual(['a', 'a/b', 'a/c/d', 'a/c/e', 'b/', 'b/x', 'c', 'd/e/f'])
  expect(walk(tree, { limit, delimiter: '/' })).toEqual(['a', 'a/', 'b/', 'c', 'd/'])
  expect(walk(tree, { limit, delimiter: '/', prefix: 'a/' })).toEqual(['a/b', 'a/c/'])
  expect(walk(tree, { limit, delimiter: '/', prefix: 'b/' })).toEqual(['b/', 'b/x'])
  expect(walk(tree, { limit, prefix: 'a/c' })).toEqual(['a/c/d', 'a/c/e'])
  expect(walk(tree, { limit, prefix: 'zz' })).toEqual([])
  expect(walk(tree, { limit, after: 'a/c/d' })).toEqual(['a/c/e', 'b/', 'b/x', 'c', 'd/e/f'])
  expect(walk(tree, { limit, from: 'a/c/e', before: 'c' })).toEqual(['a/c/e', 'b/', 'b/x'])
  expect(walk(tree, { limit, delimiter: 'c' })).toEqual(['a', 'a/b', 'a/c', 'b/', 'b/x', 'c', 'd/e/f'])
})

test('begins behind a key below a prefix, where others below it remain', () => {
  expect(walk(tree, { limit: 100, delimiter: '/', after: 'a/b' })).toEqual(['a/', 'b/', 'c', 'd/'])
  expect(walk(tree, { limit: 100, delimiter: '/', after: 'a/' })).toEqual(['b/', 'c', 'd/'])
})

test('orders keys by their bytes', () => {
  const keys = ['\u{1F600}', '\uFFFD', 'z', 'é', 'Z', 'a b', 'a', 'a\u0001', '\uE000', '\u{10FFFF}']
  const byBytes = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(keys.toSorted(compareKeys)).toEqual(byBytes)
  expect(walk(indexOf(...keys, ...keys), { limit: 3 })).toEqual(byBytes)
})

test('removes keys', () => {
  const index = indexOf('a', 'b', 'c')
  index.remove('b')
  index.remove('x')
  expect(walk(index, { limit: 10 })).toEqual(['a', 'c'])
})

test('finds its way among many keys', () => {
  const many = Array.from({ length: 20_000 }, (_, number) => `${number % 100}/${String(number).padStart(5, '0')}`)
  const index = indexOf(...many)
  expect(walk(index, { limit: 1000 })).toEqual(many.toSorted(compareKeys))
  expect(walk(index, { limit: 1000, delimiter: '/' })).toHaveLength(100)
  expect(walk(index, { limit: 7, prefix: '42/' })).toHaveLength(200)
})
