import type { LocalRoots } from './local-roots.js'

/** What a model is told about a local filesystem. */
export function localInstructions(roots: LocalRoots, readOnly: boolean): string {
  const sentences = [`Local filesystem at "${roots.base}". Relative paths start there.`]
  if (roots.contained) {
    const others = roots.allowed.map((path) => `"${path}"`).join(', ')
    sentences.push(others ? `Paths outside it are refused, except in ${others}.` : 'Paths outside it are refused.')
  } else {
    sentences.push('Absolute paths reach the whole disk of the host.')
  }
  if (readOnly) sentences.push('Nothing can be changed.')
  return sentences.join(' ')
}
