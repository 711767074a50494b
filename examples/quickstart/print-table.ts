/** Prints records of the same shape as columns; numbers are set to the right. */
export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => `${line[index]}`.length)))
  const isNumber = columns.map((column) => typeof rows[0]?.[column] === 'number')
  for (const line of lines) {
    const cells = line.map((cell, index) => {
      const width = widths[index] ?? 0
      return isNumber[index] ? `${cell}`.padStart(width) : `${cell}`.padEnd(width)
    })
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
}
