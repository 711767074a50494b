const mask = '***'
/** Shorter ones would take half of a text with them. */
const shortestSecret = 4
/** Of a secret of several lines, which are shown one by one. Shorter ones are brackets and the like. */
const shortestLine = 8

/** A text without the given secrets and without lines of them, however they are encoded in it. */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= shortestSecret)
    .flatMap((secret) => [secret, ...linesOf(secret)])
    .flatMap(formsOf)
  return [...new Set(forms)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, mask), text)
}

/** Those of a secret of several, without what says where a key begins and ends. */
function linesOf(secret: string): readonly string[] {
  if (!secret.includes('\n')) return []
  const lines = secret.split('\n').map((line) => line.trim())
  return lines.filter((line) => line.length >= shortestLine && !/^-----(?:BEGIN|END) .*-----$/.test(line))
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
}
