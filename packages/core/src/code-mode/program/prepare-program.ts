import type { CodeModeError } from '../../contract/code-mode.js'
import { cutFence, findFences, textBefore } from './find-fences.js'
import { asBody, asDefaultExport, asFunction, type ProgramForm } from './program-forms.js'
import { stripTypes, type SourceFault, type StrippedSource, type TypeStripper } from './strip-types.js'

/** A program that can be sent to a runner, or why there is none. */
export type PreparedProgram =
  | { readonly ok: true; readonly script: string }
  | { readonly ok: false; readonly error: CodeModeError }

/**
 * Makes plain JavaScript of what a model wrote: the body of an async function, one function, or a module with a default
 * export; each also within a Markdown fence, with prose around it. Lines stay where they are. The script's value is an
 * async function; its first line is not the program's.
 *
 * `stripper` removes the types; the default erases them with what Node has built in.
 */
export async function prepareProgram(text: string, stripper: TypeStripper = stripTypes): Promise<PreparedProgram> {
  const fenced = await readFence(text, stripper)
  const source = fenced ?? text
  const form = await chooseForm(source, stripper)
  const stripped = await strip(form, stripper)
  if (stripped.ok) return { ok: true, script: `'use strict';${stripped.code}` }
  return { ok: false, error: describeFault(stripped.fault, source) }
}

/** The inside of the fence the program stands in, if it stands in one. */
async function readFence(text: string, stripper: TypeStripper): Promise<string | undefined> {
  const found = findFences(text)
  if (!found) return undefined
  const before = textBefore(text, found.line)
  // A fence within a template string or a comment of the program: no statement can follow what precedes it.
  const isInside = before.trim() !== '' && (await parses(text, stripper)) && !(await parses(`${before}\n;`, stripper))
  if (isInside) return undefined
  for (const closing of found.closings) {
    const inside = cutFence(text, found.line, closing)
    if (await parses(inside, stripper)) return inside
  }
  return cutFence(text, found.line, found.closings.at(-1) ?? text.split('\n').length)
}

async function parses(source: string, stripper: TypeStripper): Promise<boolean> {
  return (await strip(await chooseForm(source, stripper), stripper)).ok
}

async function chooseForm(source: string, stripper: TypeStripper): Promise<ProgramForm> {
  const whole = asFunction(source)
  if (whole && (await strip(whole, stripper)).ok) return whole
  const body = asBody(source)
  const exported = asDefaultExport(source)
  if (!exported || (await strip(body, stripper)).ok) return body
  return exported
}

async function strip({ before, body, after }: ProgramForm, stripper: TypeStripper): Promise<StrippedSource> {
  return stripper(`${before}\n${body}\n${after}`)
}

const erasableOnly = 'only TypeScript that can be erased is supported (no enum, namespace or parameter property)'
const unfinished = 'The program ends too early, or has a closing bracket too many'
const bodyExpected =
  'the program must be the body of an async function, one function, or have one default export; ' +
  'use `await import(…)` in place of import statements'

function describeFault(fault: SourceFault, source: string): CodeModeError {
  const lines = source.split('\n')
  // The wrapper has one line before the program; a fault in what follows the program is told at its last line.
  const line = fault.line === undefined ? undefined : Math.min(Math.max(fault.line - 1, 1), lines.length)
  const isBehind = fault.line !== undefined && fault.line - 1 > lines.length
  const text = line === undefined ? '' : (lines[line - 1] ?? '').trim()
  const hint = fault.isUnerasable ? `; ${erasableOnly}` : /^(import|export)\b/.test(text) ? `; ${bodyExpected}` : ''
  const message = `${isBehind ? unfinished : fault.message}${describePlace(fault, line, text)}${hint}`
  return { name: 'SyntaxError', message, ...(line !== undefined && { line }) }
}

function describePlace(fault: SourceFault, line: number | undefined, text: string): string {
  if (line === undefined) return ''
  // A column in the wrapper would say nothing.
  const column = fault.column === undefined || fault.line !== line + 1 ? '' : `, column ${fault.column}`
  return ` (line ${line}${column}${text === '' ? '' : `: ${text}`})`
}
