type Tag =
  | 'boolean'
  | 'integer'
  | 'bitString'
  | 'octetString'
  | 'objectIdentifier'
  | 'text'
  | 'time'
  | 'sequence'
  | 'set'

/** The few kinds of values that a certificate consists of, in the encoding that certificates use (DER). */
const tags: Readonly<Record<Tag, number>> = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 + bytes.length, ...bytes])
}

export function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body])
}

export function encode(tag: Tag, ...content: readonly Buffer[]): Buffer {
  return tagged(tags[tag], ...content)
}

/** A positive whole number; a leading zero keeps it from being read as negative. */
export function encodeInteger(bytes: Buffer): Buffer {
  const isNegative = (bytes[0] ?? 0) >= 0x80
  return encode('integer', isNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128)
  return bytes
}

/** Dotted numbers: the first two share a byte. */
export function encodeIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode('objectIdentifier', Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** `YYMMDDHHMMSSZ`, which counts for the years 1950 to 2049. */
export function encodeTime(time: Date): Buffer {
  const text = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return encode('time', Buffer.from(text.slice(2)))
}

/** A whole number of bytes: no bit of the last is unused. */
export function encodeBits(bytes: Buffer, unusedBits = 0): Buffer {
  return encode('bitString', Buffer.from([unusedBits]), bytes)
}
