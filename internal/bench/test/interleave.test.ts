import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { interleave } from '../src/run/interleave.ts'

function recorder(): { order: string[]; named: (name: string, waitMs?: number) => () => Promise<number[]> } {
  const order: string[] = []
  const named = (name: string, waitMs = 0) => {
    return async () => {
      order.push(name)
      await delay(waitMs)
      return [order.length]
    }
  }
  return { order, named }
}

test('contenders take turns, and every round begins with another', async () => {
  const { order, named } = recorder()
  const contenders = { a: named('a'), b: named('b'), c: named('c') }
  const samples = await interleave(contenders, { rounds: 3, warmUps: 0, patienceMs: 60_000 })
  expect(order.join('')).toBe('abcbcacab')
  expect(samples.get('a')).toEqual([[1], [6], [8]])
})

test('warm-ups run but do not count', async () => {
  const { order, named } = recorder()
  const samples = await interleave({ a: named('a') }, { rounds: 2, warmUps: 3, patienceMs: 60_000 })
  expect(order).toHaveLength(5)
  expect(samples.get('a')).toEqual([[4], [5]])
})

test('slow work ends early: after three rounds, or after one when it is very slow', async () => {
  const { named } = recorder()
  const slow = await interleave({ a: named('a', 200) }, { rounds: 50, warmUps: 0, patienceMs: 500 })
  expect(slow.get('a')).toHaveLength(3)
  const slower = await interleave({ a: named('a', 20) }, { rounds: 50, warmUps: 0, patienceMs: 1 })
  expect(slower.get('a')).toHaveLength(1)
})
