const mostLines = 20
const mostCharacters = 500

/** The end of a log that a message can show: at most 20 lines of at most 500 characters. */
export function lastLines(logs: readonly string[]): readonly string[] {
  return logs
    .slice(-mostLines)
    .flatMap((entry) => entry.split(/\r?\n|\r/))
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-mostLines)
    .map((line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line))
}
