import type { CodeModeError } from '../../contract/code-mode.js'
import { cutFence, findFences, textBefore } from './find-fences.js'
import { asBody, asDefaultExport, asFunction, type ProgramForm } from './program-forms.js'
import { stripTypes, type SourceFault, type StrippedSource } from './strip-types.js'

/** A program that can be sent to a runner, or why there is none. */
export type PreparedProgram =
  | { readonly ok: true; readonly script: string }
  | { readonly ok: false; readonly error: CodeModeError }

/**
 * Makes plain JavaScript of what a model wrote: the body of an async function, one function, or a module with a default
 * export; each also within a Markdown fence, with prose around it. Lines stay where they are. The script's value is an
 * async function; its first line is not the program's.
 */
export async function prepareProgram(text: string): Promise<PreparedProgram> {
  const fenced = await readFence(text)
  const source = fenced ?? text
  const form = await chooseForm(source)
  const stripped = await strip(form)
  if (stripped.ok) return { ok: true, script: `'use strict';${stripped.code}` }
  return { ok: false, error: describeFault(stripped.fault, source) }
}

/** The inside of the fence the program stands in, if it stands in one. */
async function readFence(text: string): Promise<string | undefined> {
  const found = findFences(text)
  if (!found) return undefined
  const before = textBefore(text, found.line)
  // A fence within a template string or a comment of the program: no statement can follow what precedes it.
  const isInside = before.trim() !== '' && (await parses(text)) && !(await parses(`${before}\n;`))
  if (isInside) return undefined
  for (const closing of found.closings) {
    const inside = cutFence(text, found.line, closing)
    if (await parses(inside)) return inside
  }
  return cutFence(text, found.line, found.closings.at(-1) ?? text.split('\n').length)
}

async function parses(source: string): Promise<boolean> {
  return (await strip(await chooseForm(source))).ok
}

async function chooseForm(source: string): Promise<ProgramForm> {
  const whole = asFunction(source)
  if (whole && (await strip(whole)).ok) return whole
  const body = asBody(source)
  const exported = asDefaultExport(source)
  if (!exported || (await strip(body)).ok) return body
  return exported
}

async function strip({ before, body, after }: ProgramForm): Promise<StrippedSource> {
  return stripTypes(`${before}\n${body}\n${after}`)
}

const erasableOnly = 'only TypeScript that can be erased is supported (no enum, namespace or parameter property)'
const bodyExpected =
  'the program must be the body of an async function, one function, or have one default export; ' +
  'use `await import(…)` in place of import statements'

function describeFault(fault: SourceFault, source: string): CodeModeError {
  const lines = source.split('\n')
  // The wrapper has one line before the program; an end that came too early is told at the last line.
  const line = fault.line === undefined ? undefined : Math.min(Math.max(fault.line - 1, 1), lines.length)
  const text = line === undefined ? '' : (lines[line - 1] ?? '').trim()
  const place = line === undefined ? '' : ` (line ${line}${text === '' ? '' : `: ${text}`})`
  const hint = fault.isUnerasable ? `; ${erasableOnly}` : /^(import|export)\b/.test(text) ? `; ${bodyExpected}` : ''
  return { name: 'SyntaxError', message: `${fault.message}${place}${hint}`, ...(line !== undefined && { line }) }
}
