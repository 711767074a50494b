import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { optionalTextMap, optionalTexts, requiredText } from '../../http/body-fields.js'
import { readJson } from '../../http/read-json.js'
import type { ToolboxExchange } from '../../http/route.js'
import { ToolboxError } from '../../http/toolbox-error.js'
import { jsonText } from '../output/json-text.js'
import { streamJson } from '../output/log-json.js'
import type { OutputSpool } from '../output/output-spool.js'
import type { ProcessContext } from '../process-context.js'
import { processContext } from '../process-context.js'
import { checkVariables } from '../system/check-variables.js'
import { ArtifactFilter } from './artifact-filter.js'
import { codeLanguages } from './code-languages.js'
import type { ProgramResult } from './run-program.js'
import { runProgram } from './run-program.js'
import { timeoutSeconds } from './timeout-seconds.js'

const shell = '/bin/sh'

async function* withoutArtifacts(output: OutputSpool, filter: ArtifactFilter): AsyncGenerator<Buffer> {
  for await (const piece of output.pieces()) yield filter.push(piece)
  yield filter.flush()
}

async function* resultJson({ exitCode, output }: ProgramResult): AsyncGenerator<string> {
  const filter = new ArtifactFilter()
  yield `{"exitCode":${exitCode},"result":`
  yield* jsonText(withoutArtifacts(output, filter))
  yield `,"artifacts":${JSON.stringify({ charts: filter.charts })}}`
}

/** Where code of this language must be in a file, writes it there; the file is the caller's to remove. */
async function writeCode(
  code: string,
  fileEnding: string | undefined,
  { directories }: ProcessContext,
): Promise<string | undefined> {
  if (fileEnding === undefined) return undefined
  const file = path.join(await directories.get('requests'), `${randomUUID()}${fileEnding}`)
  writeFileSync(file, code, { mode: 0o600, flag: 'wx' })
  return file
}

/** Runs a program that is sent as text. */
export async function runCode({ state, request, response }: ToolboxExchange): Promise<void> {
  const body = await readJson(request)
  const code = requiredText(body, 'code')
  const name = requiredText(body, 'language')
  const environment = optionalTextMap(body, 'envs') ?? {}
  checkVariables(environment)
  const limit = timeoutSeconds(body)
  const language = Object.hasOwn(codeLanguages, name) ? codeLanguages[name] : undefined
  if (language === undefined) throw new ToolboxError(400, `bad request: unsupported language: ${name}`)
  const context = processContext(state)
  const file = await writeCode(code, language.fileEnding, context)
  try {
    // The vendor does not quote the arguments, so a shell takes them apart.
    const line = [language.command(file ?? ''), ...(optionalTexts(body, 'argv') ?? [])].join(' ')
    const result = await runProgram(state, context, {
      file: shell,
      args: ['-c', line],
      directory: (await state.resolvePath(state.workDir)).actual,
      environment: state.env.variables(environment),
      input: file === undefined ? code : '',
      timeoutSeconds: limit,
    })
    try {
      await streamJson(response, resultJson(result))
    } finally {
      await result.output.discard()
    }
  } finally {
    if (file !== undefined) await rm(file, { force: true })
  }
}
