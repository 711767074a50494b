import { invalidArgument } from '@caisson/core/workspace'

/** A point on the screen. Throws INVALID_ARGUMENT unless both are whole and not negative. */
export function checkPoint(point: { x: number; y: number }): void {
  for (const name of ['x', 'y'] as const) {
    const given: unknown = point[name]
    if (Number.isInteger(given) && Number(given) >= 0) continue
    throw invalidArgument({ name, expected: 'a whole number of pixels that is not negative', given })
  }
}

/** How far to scroll. Throws INVALID_ARGUMENT. */
export function checkAmount(direction: unknown, amount: unknown): void {
  if (direction !== 'up' && direction !== 'down') {
    throw invalidArgument({ name: 'direction', expected: "'up' or 'down'", given: direction })
  }
  if (Number.isInteger(amount) && Number(amount) > 0) return
  throw invalidArgument({ name: 'amount', expected: 'a whole number above 0', given: amount })
}

/** What to type, which may be secret. Throws INVALID_ARGUMENT. */
export function checkText(text: unknown): void {
  if (typeof text === 'string') return
  throw invalidArgument({ name: 'text', expected: 'a string', given: text, secret: true })
}

/** A key, or a chord whose last one is the key. Throws INVALID_ARGUMENT. */
export function checkKeys(keys: string | string[]): { readonly last: string; readonly modifiers: string[] } {
  const list: readonly unknown[] = Array.isArray(keys) ? keys : [keys]
  const names = list.filter((key) => typeof key === 'string' && key !== '') as string[]
  const last = names.at(-1)
  if (last !== undefined && names.length === list.length) return { last, modifiers: names.slice(0, -1) }
  throw invalidArgument({ name: 'key', expected: 'the name of a key, or an array of them', given: keys })
}
