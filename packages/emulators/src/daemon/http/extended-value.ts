const plain = /[!#$&+.^_`|~0-9A-Za-z-]/

function percentEncoded(byte: number): string {
  const character = String.fromCharCode(byte)
  if (byte < 0x80 && plain.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The value of a header's parameter with a star, which holds every text there can be. */
export function extendedValue(text: string): string {
  const encoded = [...Buffer.from(text, 'utf8')].map((byte) => percentEncoded(byte)).join('')
  return `utf-8''${encoded}`
}
