const plainInExtended = /[!#$&+.^_`|~0-9A-Za-z-]/
const controls = /[^\x20-\x7E]/g

function percentEncoded(byte: number): string {
  const character = String.fromCharCode(byte)
  if (byte < 0x80 && plainInExtended.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** Names a file in both forms: the second one, which clients prefer, holds every name there can be. */
export function fileNames(name: string): string {
  const plain = name.replace(controls, '_').replaceAll(/["\\]/g, String.raw`\$&`)
  const encoded = [...Buffer.from(name, 'utf8')].map((byte) => percentEncoded(byte)).join('')
  return `filename="${plain}"; filename*=utf-8''${encoded}`
}
