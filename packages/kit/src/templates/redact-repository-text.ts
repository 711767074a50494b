import { redactSecrets } from '../http/redact.js'

/** Each with the part that is kept. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1***@'],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]+/gi, '$1$2***'],
  [/\bgh[opsur]_\w{8,}/g, '***'],
  [/\bgithub_pat_\w{8,}/g, '***'],
]

/** A text that may come from `git` or a host of repositories, without the given secrets and without what looks like one. */
export function redactRepositoryText(text: string, secrets: readonly (string | undefined)[] = []): string {
  return patterns.reduce((shown, [pattern, kept]) => shown.replaceAll(pattern, kept), redactSecrets(text, secrets))
}
