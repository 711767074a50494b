import { expect, test } from 'vitest'
import { formatBudgetTable, formatPeerTable } from '../src/report/format-table.ts'
import { makeRows } from '../src/report/row.ts'
import type { Budget, Case } from '../src/run/measure.ts'

const nothing = async (): Promise<number[]> => []

function rowsOf(bare: number[], ours: number[], budget: Budget) {
  const one: Case = {
    name: 'work',
    metrics: [{ name: 'time', unit: 'ms', budget }],
    contenders: { bare: nothing, ours: nothing, peer: nothing },
    rounds: 3,
  }
  const samples = new Map([
    ['bare', bare.map((value) => [value])],
    ['ours', ours.map((value) => [value])],
    ['peer', ours.map((value) => [value * 2])],
  ])
  return makeRows('measure', one, samples)
}

test('each kind of budget compares what it says', () => {
  const bare = [100, 100, 100]
  const ours = [110, 120, 130]
  const within = (kind: Budget['kind'], limit: number) => rowsOf(bare, ours, { kind, limit })[0]?.within
  expect([within('ratio', 1.2), within('ratio', 1.19)]).toEqual([true, false])
  expect([within('over', 20), within('over', 19)]).toEqual([true, false])
  expect([within('value', 120), within('value', 119)]).toEqual([true, false])
})

test('only ours has a budget', () => {
  const [ours, peer] = rowsOf([1], [1], { kind: 'ratio', limit: 1.05 })
  expect(ours).toMatchObject({ contender: 'ours', within: true })
  expect(peer).toMatchObject({ contender: 'peer', budget: null, within: null, ratio: 2 })
})

test('without a bare thing there is no ratio, and a budget on it is neither kept nor missed', () => {
  expect(rowsOf([], [5], { kind: 'ratio', limit: 1 })[0]).toMatchObject({ bare: null, ratio: null, within: null })
})

test('tables show a miss, and peers side by side', () => {
  const rows = rowsOf([100], [130], { kind: 'ratio', limit: 1.2 })
  const [header, line] = formatBudgetTable(rows).split('\n')
  expect(header?.trim().split(/\s{2,}/)).toEqual(['measure', 'bare', 'ours', 'ratio', 'budget', 'within?'])
  expect(line?.trim().split(/\s{2,}/)).toEqual(['measure: work', '100 ms', '130 ms', '1.30×', '≤ 1.2×', 'NO'])
  expect(formatPeerTable(rows)).toMatch(/130 ms \(1\.30×\)\s+260 ms \(2\.60×\)/)
})
