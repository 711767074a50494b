const mask = '***'
/** Shorter ones would take half of a text with them. */
const shortestSecret = 4

/** A text without the given secrets, however they are encoded in it. */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  return [...new Set(forms)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, form) => redacted.replaceAll(form, mask), text)
}
