import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runCli } from '../../../src/cli/run-cli.js'

/** Runs the command in this process, to its end. */
export async function runWith(...argv: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runCli(argv, output, errors)
  output.end()
  errors.end()
  return { code, output: await text(output), errors: await text(errors) }
}

/** Registers what the command refuses, and why. */
export function testRefusals(rows: readonly (readonly [argv: readonly string[], message: string])[]): void {
  test.each(rows)('refuses %j', async (argv, message) => {
    const { code, errors } = await runWith(...argv)
    expect(code).toBe(1)
    expect(errors).toContain(message)
  })
}
