import { collectBare } from '../bare/run-bare.ts'

/** Runs this Node with arguments and returns what it printed on standard output. Throws with its complaint when it fails. */
export async function runNode(args: readonly string[], cwd?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await collectBare(process.execPath, args, cwd)
  if (exitCode !== 0) throw new Error(`node ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout
}
