const firstSurrogate = 0xd800
const afterSurrogates = 0xe000

/** Moves halves of characters beyond U+FFFF behind all others, where their bytes in UTF-8 are. */
function rank(unit: number): number {
  if (unit < firstSurrogate) return unit
  return unit < afterSurrogates ? unit + 0x2000 : unit - 0x800
}

/** Orders keys by their bytes in UTF-8, as stores list them; JavaScript's own order differs for characters beyond U+FFFF. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const [first, second] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (first !== second) return rank(first) - rank(second)
  }
  return a.length - b.length
}
