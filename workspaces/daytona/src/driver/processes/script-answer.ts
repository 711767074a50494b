import type { DriverRunResult } from '@caisson/core/driver'

/**
 * Reads what the wrapper of a script printed; whatever else stands there, such as the noise of a profile, is dropped.
 * `undefined` when the answer is not whole.
 */
export function readScriptAnswer(text: string, mark: string): DriverRunResult | undefined {
  const lines = text.split('\n')
  const begin = lines.indexOf(mark)
  const middle = lines.indexOf(mark, begin + 1)
  const end = lines.indexOf(mark, middle + 1)
  if (begin < 0 || middle < 0 || end < 0) return undefined
  const second = lines.slice(middle + 1, end).join('')
  const code = /:(\d+):/.exec(second)
  if (!code) return undefined
  return {
    exitCode: Number(code[1]),
    stdout: Buffer.from(lines.slice(begin + 1, middle).join(''), 'base64'),
    stderr: Buffer.from(second.replace(code[0], ''), 'base64'),
  }
}

/** Whether the wrapper had begun: before that, nothing of the script has run. */
export function hasBegun(text: string, mark: string): boolean {
  return text.split('\n').includes(mark)
}
