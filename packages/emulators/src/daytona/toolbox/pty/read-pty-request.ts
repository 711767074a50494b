import { randomUUID } from 'node:crypto'
import { optionalCount, optionalFlag, optionalText, optionalTextMap } from '../http/body-fields.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { checkVariables } from '../process/system/check-variables.js'
import type { TerminalSize } from './open-terminal.js'
import type { PtyRequest } from './pty-session.js'

const defaultSize: TerminalSize = { cols: 80, rows: 24 }
const largestSide = 1000

function checkSide(name: string, side: number): number {
  if (Number.isInteger(side) && side > 0 && side <= largestSide) return side
  throw new ToolboxError(400, `bad request: ${name} must be between 1 and ${largestSide}`)
}

export function checkSize({ cols, rows }: TerminalSize): TerminalSize {
  return { cols: checkSide('cols', cols), rows: checkSide('rows', rows) }
}

/** Reads what a body asks for; a missing id is chosen. */
export function readPtyRequest(body: Readonly<Record<string, unknown>>): PtyRequest {
  const envs = optionalTextMap(body, 'envs') ?? {}
  checkVariables(envs)
  const [id, cwd] = [optionalText(body, 'id'), optionalText(body, 'cwd')]
  const { cols, rows } = defaultSize
  return {
    // Nothing and zero mean the default.
    ...checkSize({ cols: optionalCount(body, 'cols') || cols, rows: optionalCount(body, 'rows') || rows }),
    id: id === undefined || id === '' ? randomUUID() : id,
    cwd: cwd === '' ? undefined : cwd,
    envs,
    lazyStart: optionalFlag(body, 'lazyStart'),
  }
}

/** Reads what the query of a WebSocket asks for. */
export function readPtyQuery(query: URLSearchParams, envs: unknown): PtyRequest {
  const id = query.get('id') ?? ''
  if (id === '') throw new ToolboxError(400, 'bad request: id is required')
  const side = (name: string): number | undefined => {
    const text = query.get(name)
    return text === null ? undefined : checkSide(name, Number(text))
  }
  return readPtyRequest({ id, cwd: query.get('cwd'), cols: side('cols'), rows: side('rows'), envs })
}
