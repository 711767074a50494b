import { readFile, stat, writeFile } from 'node:fs/promises'
import { optionalText, optionalTexts, requiredText } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'
import { aboutFile, invalidFilePath } from './file-error.js'

interface ReplaceResult {
  readonly file: string
  readonly success: boolean
  readonly error?: string
}

interface Replacement {
  readonly pattern: string
  readonly newValue: string
}

/** Text as bytes in a string, so that what is no UTF-8 stays as it is. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

async function replaceInFile(state: ToolboxState, shown: string, change: Replacement): Promise<void> {
  const { actual } = await state.resolvePath(shown)
  const stats = await stat(actual)
  if (!stats.isFile()) throw invalidFilePath(`not a regular file: ${shown}`)
  const before = await readFile(actual, 'latin1')
  const after = before.split(bytesOf(change.pattern)).join(bytesOf(change.newValue))
  await writeFile(actual, after, 'latin1')
}

async function replaceOrTell(state: ToolboxState, file: string, change: Replacement): Promise<ReplaceResult> {
  try {
    await aboutFile(file, () => replaceInFile(state, file, change))
    return { file, success: true }
  } catch (error) {
    if (!(error instanceof ToolboxError)) throw error
    return { file, success: false, error: error.message }
  }
}

/** `POST /files/replace`: replaces a text in several files, each by itself. */
export async function replaceInFiles({ request, response, state }: ToolboxExchange): Promise<void> {
  const body = await readJson(request)
  const files = optionalTexts(body, 'files')
  const pattern = requiredText(body, 'pattern')
  const newValue = optionalText(body, 'newValue')
  if (files === undefined || newValue === undefined) {
    const missing = files === undefined ? 'files' : 'newValue'
    throw new ToolboxError(400, `invalid request body: ${missing} is required`, { code: 'INVALID_REQUEST_BODY' })
  }
  const results: ReplaceResult[] = []
  for (const file of files) results.push(await replaceOrTell(state, file, { pattern, newValue }))
  sendJson(response, 200, results)
}
