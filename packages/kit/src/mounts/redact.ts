/** Hides secrets in a text, also where a tool shows only one line of them. */
export function redact(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, '(hidden)')
  return shown
}
