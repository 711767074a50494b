import type { Budget, Case, Metric } from '../run/measure.ts'
import type { Samples } from '../run/interleave.ts'
import { median, medianDifference, medianRatio, quantile } from '../statistics.ts'

/** One line of the report: a figure of one contender beside that of the bare thing. */
export interface Row {
  readonly measure: string
  readonly case: string
  readonly metric: string
  readonly unit: Metric['unit']
  readonly contender: string
  readonly rounds: number
  /** Median. */
  readonly value: number
  readonly quartiles: readonly [number, number]
  /** Median of the bare thing. */
  readonly bare: number | null
  /** Median of value ÷ bare within each round. */
  readonly ratio: number | null
  /** Median of value − bare within each round. */
  readonly difference: number | null
  readonly budget: Budget | null
  readonly within: boolean | null
}

/** Makes rows of what was measured, one for each metric and contender but the bare thing. */
export function makeRows(measure: string, { name, metrics, contenders }: Case, samples: Samples): Row[] {
  const bare = samples.get('bare') ?? []
  return metrics.flatMap((metric, index) =>
    Object.keys(contenders)
      .filter((contender) => contender !== 'bare')
      .map((contender) => {
        const values = column(samples.get(contender) ?? [], index)
        return makeRow({ measure, case: name, contender }, metric, values, column(bare, index))
      }),
  )
}

function makeRow(
  names: Pick<Row, 'measure' | 'case' | 'contender'>,
  metric: Metric,
  values: readonly number[],
  bare: readonly number[],
): Row {
  const value = median(values)
  const hasBare = bare.length > 0
  const ratio = hasBare ? medianRatio(values, bare) : null
  const difference = hasBare ? medianDifference(values, bare) : null
  const budget = names.contender === 'ours' ? (metric.budget ?? null) : null
  const compared = budget && { ratio, over: difference, value }[budget.kind]
  return {
    ...names,
    metric: metric.name,
    unit: metric.unit,
    rounds: values.length,
    value,
    quartiles: [quantile(values, 0.25), quantile(values, 0.75)],
    bare: hasBare ? median(bare) : null,
    ratio,
    difference,
    budget,
    within: budget && compared !== null ? compared <= budget.limit : null,
  }
}

function column(samples: readonly (readonly number[])[], index: number): number[] {
  return samples.map((figures) => figures[index] ?? NaN)
}
