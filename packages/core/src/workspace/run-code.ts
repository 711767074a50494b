import type { CommandResult } from '../contract/process.js'
import { invalidArgument } from '../errors/argument-error.js'
import { codeLanguages } from './code-languages.js'
import type { CommandSandbox } from './command-sandbox.js'
import type { ExecuteCodeOptions } from './execute-code-options.js'
import { runCodeFile } from './run-code-file.js'

/** Linux takes 128 KiB per argument, and the command line of a shell is one; the rest is for what surrounds the source. */
const maxInlineBytes = 96 * 1024
/** A single quote takes 13 bytes once it went through two shells, each of which needs it quoted. */
const extraBytesPerQuote = 12

/** Runs a source with the interpreter of its language, as one command. */
export async function runCode(
  sandbox: CommandSandbox,
  source: string,
  options: Omit<ExecuteCodeOptions, 'requestContext'>,
): Promise<CommandResult> {
  const { language = 'javascript', ...commandOptions } = options
  if (!Object.hasOwn(codeLanguages, language)) {
    const expected = `one of ${Object.keys(codeLanguages).join(', ')}`
    throw invalidArgument({ name: 'language', expected, given: language })
  }
  if (typeof source !== 'string' || source.includes('\0')) {
    // A program is given as an argument or read as text; neither can hold NUL.
    throw invalidArgument({ name: 'source', expected: 'text without NUL bytes', given: source })
  }
  const facts = codeLanguages[language]
  const code = (await facts.translate?.(source)) ?? source
  const flags = (await facts.flags?.(code)) ?? []
  if (measureQuoted(code) > maxInlineBytes) {
    const invocation = [facts.interpreter, ...flags, ...facts.byFile.args]
    return runCodeFile(sandbox, { code, invocation, descriptor: facts.byFile.descriptor }, commandOptions)
  }
  return sandbox.executeCommand(facts.interpreter, [...flags, ...facts.inline(code)], commandOptions)
}

function measureQuoted(code: string): number {
  return Buffer.byteLength(code) + extraBytesPerQuote * (code.split("'").length - 1)
}
