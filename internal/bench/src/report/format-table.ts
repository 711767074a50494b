import type { Row } from './row.ts'

/** Lays texts out in columns: the first one to the left, the others to the right. */
function layOut(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const pad = (text: string, index: number): string => {
    const width = widths[index] ?? 0
    return index === 0 ? text.padEnd(width) : text.padStart(width)
  }
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** Our figures with their budgets. */
export function formatBudgetTable(rows: readonly Row[]): string {
  const header = ['measure', 'bare', 'ours', 'ratio', 'budget', 'within?']
  const ours = rows.filter((row) => row.contender === 'ours')
  return layOut([header, ...ours.map(budgetLine)])
}

function budgetLine(row: Row): string[] {
  return [
    rowName(row),
    row.bare === null ? '' : formatValue(row.bare, row.unit),
    formatValue(row.value, row.unit),
    row.ratio === null ? '' : `${row.ratio.toFixed(2)}×`,
    formatBudget(row),
    row.within === null ? '' : row.within ? 'yes' : 'NO',
  ]
}

/** Everyone's figures side by side, each with its ratio to the bare thing. */
export function formatPeerTable(rows: readonly Row[]): string {
  const contenders = [...new Set(rows.map((row) => row.contender))]
  const byName = Map.groupBy(rows, rowName)
  const lines = [...byName].map(([name, group]) => [
    name,
    ...bareCell(group[0]),
    ...contenders.map((contender) => peerCell(group.find((row) => row.contender === contender))),
  ])
  return layOut([['measure', 'bare', ...contenders], ...lines])
}

function bareCell(row: Row | undefined): string[] {
  return [row === undefined || row.bare === null ? '' : formatValue(row.bare, row.unit)]
}

function peerCell(row: Row | undefined): string {
  if (!row) return '–'
  return formatValue(row.value, row.unit) + (row.ratio === null ? '' : ` (${row.ratio.toFixed(2)}×)`)
}

function rowName(row: Row): string {
  return `${row.measure}: ${row.case}${row.metric === 'time' ? '' : `, ${row.metric}`}`
}

function formatBudget({ budget, difference, unit }: Row): string {
  if (!budget) return ''
  if (budget.kind === 'ratio') return `≤ ${budget.limit}×`
  if (budget.kind === 'value') return `≤ ${formatValue(budget.limit, unit)}`
  return `≤ +${formatValue(budget.limit, unit)} (is ${signed(difference ?? NaN)})`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

function formatValue(value: number, unit: Row['unit']): string {
  if (unit === 'requests') return String(value)
  if (unit === 'packages') return `${value} packages`
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`
}
