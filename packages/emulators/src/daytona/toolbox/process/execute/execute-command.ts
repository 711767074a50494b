import { optionalText, optionalTextMap, requiredText } from '../../http/body-fields.js'
import { readJson } from '../../http/read-json.js'
import type { ToolboxExchange } from '../../http/route.js'
import { sendJson } from '../../http/send.js'
import { jsonText } from '../output/json-text.js'
import { streamJson } from '../output/log-json.js'
import { processContext } from '../process-context.js'
import { checkVariables } from '../system/check-variables.js'
import { findShell } from '../system/find-shell.js'
import { directoryFailure, startFailure } from '../system/start-failure.js'
import type { ProgramResult } from './run-program.js'
import { runProgram } from './run-program.js'
import { timeoutSeconds } from './timeout-seconds.js'

async function* resultJson({ exitCode, output }: ProgramResult): AsyncGenerator<string> {
  yield `{"exitCode":${exitCode},"result":`
  yield* jsonText(output.pieces())
  yield '}'
}

/** Runs one command in a shell of its own, which reads it from its input. Both outputs come as one text. */
export async function executeCommand({ state, request, response }: ToolboxExchange): Promise<void> {
  const body = await readJson(request)
  const command = requiredText(body, 'command')
  const environment = optionalTextMap(body, 'envs') ?? {}
  checkVariables(environment)
  const limit = timeoutSeconds(body)
  const cwd = optionalText(body, 'cwd')
  const { shown, actual: directory } = await state.resolvePath(cwd === undefined || cwd === '' ? state.workDir : cwd)
  const failure = await directoryFailure(shown, directory)
  if (failure !== undefined) {
    sendJson(response, 200, { exitCode: -1, result: failure })
    return
  }
  const file = await findShell(state)
  const variables = state.env.variables(environment)
  const program = { file, directory, environment: variables, input: `${command}\n`, timeoutSeconds: limit }
  let result: ProgramResult
  try {
    result = await runProgram(state, processContext(state), program)
  } catch (error) {
    sendJson(response, 200, { exitCode: -1, result: startFailure(file, error) })
    return
  }
  try {
    await streamJson(response, resultJson(result))
  } finally {
    await result.output.discard()
  }
}
