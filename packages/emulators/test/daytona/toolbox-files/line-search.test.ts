import { expect, test } from 'vitest'
import { LineSearch } from '../../../src/daytona/toolbox/files/line-search.js'
import { Random } from '../../e2b/fuzz/random.js'

function search(text: Buffer, pattern: string, pieceBytes: number): LineSearch['found'] {
  const lines = new LineSearch(pattern)
  for (let at = 0; at < text.length; at += pieceBytes) lines.push(text.subarray(at, at + pieceBytes))
  lines.end()
  return lines.found
}

test('Finds the same lines however the file is cut', () => {
  const random = new Random(3)
  const text = Array.from({ length: 300 }, () => random.text(random.below(6), 'aäb')).join('\n')
  const expected = text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.includes('äb'))
  expect(expected.length).toBeGreaterThan(10)
  for (const size of [1, 2, 3, 7, 64, 100_000]) expect(search(Buffer.from(text), 'äb', size)).toEqual(expected)
})

test('A line is found once, without its end, and never across lines', () => {
  expect(search(Buffer.from('x x x\r\nx\ny'), 'x', 4)).toEqual([
    { line: 1, content: 'x x x' },
    { line: 2, content: 'x' },
  ])
  expect(search(Buffer.from('a\nb\r\n'), 'a\nb', 99)).toEqual([])
  expect(search(Buffer.from('b\r\n'), 'b\r', 99)).toEqual([])
  expect(search(Buffer.alloc(0), 'x', 1)).toEqual([])
})

test('Of a very long line the beginning is searched, and the lines after it as usual', () => {
  const long = Buffer.concat([Buffer.alloc(3_000_000, 'a'), Buffer.from('needle\nneedle')])
  expect(search(long, 'needle', 65_536)).toEqual([{ line: 2, content: 'needle' }])
})
