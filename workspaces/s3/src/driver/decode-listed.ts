/** A key of a listing that was asked for in encoded form, since XML cannot hold every character of a key. */
export function decodeListed(text: string, encoding: string | undefined): string {
  if (encoding !== 'url') return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    // Some stores say that they encode and do not.
    if (error instanceof URIError) return text
    throw error
  }
}
