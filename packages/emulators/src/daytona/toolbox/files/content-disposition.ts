import { extendedValue } from '../../../daemon/http/extended-value.js'

const notPlain = /[^\x20-\x7E]/g

/** Names a file in both forms: the second one, which clients prefer, holds every name there can be. */
export function fileNames(name: string): string {
  const plain = name.replace(notPlain, '_').replaceAll(/["\\]/g, String.raw`\$&`)
  return `filename="${plain}"; filename*=${extendedValue(name)}`
}
