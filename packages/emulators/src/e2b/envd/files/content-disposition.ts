const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const plainInExtended = /[!#$&+.^_`|~0-9A-Za-z-]/

function percentEncoded(byte: number): string {
  const character = String.fromCharCode(byte)
  if (byte < 0x80 && plainInExtended.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The header that names a file which is shown rather than saved. */
export function contentDisposition(name: string): string {
  if (token.test(name)) return `inline; filename=${name}`
  if (/^[\x20-\x7e]*$/.test(name)) return `inline; filename="${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const encoded = [...Buffer.from(name, 'utf8')].map((byte) => percentEncoded(byte)).join('')
  return `inline; filename*=utf-8''${encoded}`
}
