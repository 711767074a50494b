/** What the script said of one mount. */
export interface ScriptAnswer {
  readonly state: string
  /** Why, or what state has beside it. */
  readonly detail: string
  /** What the tool said. */
  readonly text: string
}

/**
 * Reads what a script of ours printed: only lines that begin with a mark nobody can guess, so that neither a login profile
 * nor the name of a bucket can answer in its place. The answer for index 0 is about all of them.
 */
export function readAnswers(output: string, mark: string): ReadonlyMap<number, ScriptAnswer> {
  const answers = new Map<number, ScriptAnswer>()
  for (const line of output.split('\n')) {
    if (line.startsWith(`${mark}| `)) addText(answers, line.slice(mark.length + 2))
    else if (line.startsWith(`${mark} `)) {
      const [index = '', state = '', detail = ''] = line.slice(mark.length + 1).split(' ')
      answers.set(Number(index), { state, detail, text: '' })
    }
  }
  return answers
}

function addText(answers: Map<number, ScriptAnswer>, line: string): void {
  const space = line.indexOf(' ')
  const index = Number(line.slice(0, space))
  const known = answers.get(index)
  if (known === undefined) return
  // What a tool prints goes into messages, where nothing may move a cursor.
  const text = line
    .slice(space + 1)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  answers.set(index, { ...known, text: known.text === '' ? text : `${known.text}; ${text}` })
}
