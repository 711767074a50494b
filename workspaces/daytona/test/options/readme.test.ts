import { readFileSync, writeFileSync } from 'node:fs'
import { optionsTable } from '@caisson/kit/options'
import { expect, it } from 'vitest'
import { daytonaOptionsSchema } from '../../src/options/index.js'

const file = new URL('../../README.md', import.meta.url)
const begin = '<!-- options: made by CAISSON_UPDATE_README=1 npm test -- workspaces/daytona/test/options -->'
const end = '<!-- end of options -->'

it('has the options in the README as they are', () => {
  const text = readFileSync(file, 'utf8')
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new TypeError(`Expected ${begin} and ${end} in the README`)
  const wanted = `${before}${begin}\n\n${optionsTable(daytonaOptionsSchema)}\n\n${end}${after}`
  if (process.env['CAISSON_UPDATE_README'] === '1') writeFileSync(file, wanted)
  expect(readFileSync(file, 'utf8')).toBe(wanted)
})
