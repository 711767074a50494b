import { describe, expect, test } from 'vitest'
import { median, medianDifference, medianRatio, quantile } from '../src/statistics.ts'

describe('statistics', () => {
  test('the median is the middle value, or the mean of the two middle ones, in whatever order they come', () => {
    expect(median([30, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
  })

  test('numbers are ordered as numbers', () => {
    expect(median([100, 9, 20])).toBe(20)
  })

  test('quantiles are interpolated', () => {
    const values = [10, 20, 30, 40, 50]
    expect(quantile(values, 0)).toBe(10)
    expect(quantile(values, 0.25)).toBe(20)
    expect(quantile(values, 0.1)).toBeCloseTo(14)
    expect(quantile(values, 1)).toBe(50)
  })

  test('there is no quantile of nothing', () => {
    expect(() => median([])).toThrow(RangeError)
  })

  test('values are compared within their round, so that a slow round does not count', () => {
    expect(medianRatio([11, 220, 12], [10, 200, 10])).toBeCloseTo(1.1)
    expect(medianDifference([11, 220, 12], [10, 200, 10])).toBe(2)
  })

  test('rounds that one of both did not finish do not count', () => {
    expect(medianRatio([2, 4, 600], [1, 2])).toBe(2)
  })
})
