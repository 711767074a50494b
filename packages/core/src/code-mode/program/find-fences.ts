const fence = /^\s*(`{3,}|~{3,})[ \t]*([\w+-]*)\s*$/

/** A Markdown fence: the line numbers count from 0. */
export interface FenceOpening {
  readonly line: number
  /** Lines that could end it, nearest first. */
  readonly closings: readonly number[]
}

/** The first line that opens a Markdown fence, with all lines that could close it. */
export function findFences(text: string): FenceOpening | undefined {
  const lines = text.split('\n')
  const line = lines.findIndex((candidate) => fence.test(candidate))
  const mark = fence.exec(lines[line] ?? '')?.[1]
  if (mark === undefined) return undefined
  const closings = [...lines.keys()].filter((at) => {
    const match = at > line ? fence.exec(lines[at] ?? '') : null
    return match !== null && match[2] === '' && match[1]?.startsWith(mark) === true
  })
  return { line, closings }
}

/** What a fence holds, on the lines on which it stands in the text. */
export function cutFence(text: string, opening: number, closing: number): string {
  return (
    '\n'.repeat(opening + 1) +
    text
      .split('\n')
      .slice(opening + 1, closing)
      .join('\n')
  )
}

/** The text before a line. */
export function textBefore(text: string, line: number): string {
  return text.split('\n').slice(0, line).join('\n')
}
