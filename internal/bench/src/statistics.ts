/** The middle of the values; the mean of the two middle ones when their number is even. Throws RangeError for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the given share (0 to 1) of the values lies, interpolated. Throws RangeError for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new RangeError('There is no quantile of no values')
  return below + (above - below) * (position - Math.floor(position))
}

/** `combine` of the values that were measured in the same round. */
function pairwise(
  values: readonly number[],
  others: readonly number[],
  combine: (value: number, other: number) => number,
): number[] {
  const rounds = Math.min(values.length, others.length)
  return Array.from({ length: rounds }, (_, round) => combine(values[round] ?? NaN, others[round] ?? NaN))
}

/** The median of value ÷ other, round by round: what both suffered at the same time cancels out. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(pairwise(values, others, (value, other) => value / other))
}

/** The median of value − other, round by round. */
export function medianDifference(values: readonly number[], others: readonly number[]): number {
  return median(pairwise(values, others, (value, other) => value - other))
}
