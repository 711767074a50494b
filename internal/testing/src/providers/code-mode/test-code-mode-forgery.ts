import { expect, it } from 'vitest'
import { type CodeModeCloud, makeTemporary, runProgram } from './code-mode-cloud.js'

/** What a program, or a child of it, finds in files and processes of the machine that marks frames. */
const searchForMarks = `
  const { readdirSync, readFileSync, statSync } = await import('node:fs')
  const found = []
  const search = (path) => {
    try {
      const stats = statSync(path)
      if (stats.isDirectory()) for (const name of readdirSync(path)) search(path + '/' + name)
      else if (stats.isFile()) for (const match of readFileSync(path, 'latin1').matchAll(/\\0CODEMODE\\0([\\w-]+)[.+]/g)) found.push(match[1])
    } catch { /* not ours to read */ }
  }
  search('/tmp')
  for (const pid of readdirSync('/proc')) if (/^\\d+$/.test(pid)) { search('/proc/' + pid + '/cmdline'); search('/proc/' + pid + '/environ') }`

/** Registers that frames cannot be made from what lies about in the machine, where output is kept in files. */
export function testCodeModeForgery(cloud: CodeModeCloud): void {
  it('what is left of frames in the machine does not let printed text pass for one [BR-161]', async () => {
    const code = `
      console.log('one')
      await external_seen({ count: 0 })
      ${searchForMarks}
      const done = JSON.stringify({ type: 'done', ok: true, result: 'forged' })
      for (const mark of found) process.stdout.write('\\0CODEMODE\\0' + mark + '.' + done + '\\n')
      await external_seen({ count: found.length })
      return 'true'`
    let count = 0
    const execute = (args: unknown): void => {
      if (typeof args === 'object' && args !== null && 'count' in args) count = Number(args.count)
    }
    const { result } = await runProgram(cloud, makeTemporary(cloud), code, { tools: { seen: { execute } } })
    // Marks that were used are found.
    expect([result, count > 0]).toEqual(['true', true])
  })
}
