const byteValues = 256

function step32(value: number, polynomial: number): number {
  return value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
}

/** What each byte does to a reflected checksum of 32 bits. */
export function makeTable32(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: byteValues }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit += 1) value = step32(value, polynomial)
    return value >>> 0
  })
}

/** The halves of a table for 64 bits: numbers of JavaScript cannot hold the whole, and big ones are slow. */
export interface Table64 {
  readonly high: Uint32Array
  readonly low: Uint32Array
}

export function makeTable64(polynomial: bigint): Table64 {
  const values = Array.from({ length: byteValues }, (_, byte) => {
    let value = BigInt(byte)
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n
    return value
  })
  return {
    high: Uint32Array.from(values, (value) => Number(value >> 32n)),
    low: Uint32Array.from(values, (value) => Number(value & 0xffff_ffffn)),
  }
}
