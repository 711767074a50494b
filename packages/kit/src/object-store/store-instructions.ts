import type { ObjectStoreDriver } from './object-store-driver.js'

/** What is told of a filesystem in a bucket. */
interface Described {
  readonly displayName: string | undefined
  readonly name: string
  readonly prefix: string
  readonly readOnly: boolean
}

/** What a model is told about a filesystem in a bucket. */
export function storeInstructions(
  { displayName, name, prefix, readOnly }: Described,
  { bucket }: Pick<ObjectStoreDriver, 'bucket'>,
): string {
  const place = prefix === '' ? `the bucket "${bucket}"` : `"${prefix}" in the bucket "${bucket}"`
  const sentences = [`${displayName ?? name}: files in ${place}, which outlive any sandbox. Paths start there.`]
  if (readOnly) sentences.push('Nothing can be changed.')
  return sentences.join(' ')
}
