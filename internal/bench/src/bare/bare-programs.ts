import { spawn } from 'node:child_process'

/** Text of a program whose `call` asks its parent over standard output and gets the answer over standard input. */
export function callingProgram(body: string): string {
  return `
    const waiting = new Map()
    let rest = '', next = 0
    process.stdin.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\\n')
      rest = lines.pop()
      for (const line of lines) {
        const { id, result } = JSON.parse(line)
        waiting.get(id)(result)
        waiting.delete(id)
      }
    })
    const call = (input) => new Promise((resolve) => {
      waiting.set(next, resolve)
      process.stdout.write(JSON.stringify({ id: next++, input }) + '\\n')
    })
    const run = async () => { ${body} }
    run().then((done) => process.stdout.write(JSON.stringify({ done }) + '\\n', () => process.exit(0)))`
}

/** Runs such a program with nothing but pipes and JSON lines, and resolves with what it returned. */
export async function runBareProgram(program: string, answer: (input: unknown) => Promise<unknown>): Promise<unknown> {
  const child = spawn('node', ['-e', program], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let pieces: string[] = []
  let done: unknown
  const take = (line: string): void => {
    const message = JSON.parse(line) as { id: number; input: unknown } | { done: unknown }
    if ('done' in message) done = message.done
    else
      void answer(message.input).then((result) => child.stdin.write(`${JSON.stringify({ id: message.id, result })}\n`))
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n')
    pieces.push(first)
    for (const next of others) {
      take(pieces.join(''))
      pieces = [next]
    }
  })
  child.stderr.resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(done))
  })
}
