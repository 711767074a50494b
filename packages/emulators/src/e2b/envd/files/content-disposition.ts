import { extendedValue } from '../../../daemon/http/extended-value.js'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The header that names a file which is shown rather than saved. */
export function contentDisposition(name: string): string {
  if (token.test(name)) return `inline; filename=${name}`
  if (/^[\x20-\x7e]*$/.test(name)) return `inline; filename="${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return `inline; filename*=${extendedValue(name)}`
}
