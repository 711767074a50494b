const mostBytes = 123
/** What a character that was cut apart becomes. */
const replacementBytes = 3

/** Shortens a text to what fits into the end of a WebSocket, where `takenBytes` of it are needed for something else. */
export function fitReason(text: string, takenBytes = 0): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes - takenBytes) return text
  return bytes.subarray(0, mostBytes - takenBytes - replacementBytes).toString('utf8')
}
