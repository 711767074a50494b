import type { SourceFault, StrippedSource } from '@caisson/core'
import { transformTypeScript } from './transform-typescript.js'

const keyword = /(?:^|[\s;{}])((?:namespace|module)\s+)$/
/** How many brackets are tried as the end of a namespace. */
const mostEndings = 1000

/**
 * Replaces a namespace by the JavaScript that it stands for, where its name is what a fault points to: the body of a
 * function, which a program is, may not hold namespaces. Lines stay where they are. `undefined` when there is none there;
 * a fault when it is not valid.
 */
export async function inlineNamespace(source: string, fault: SourceFault): Promise<StrippedSource | undefined> {
  const { line, column } = fault
  if (line === undefined || column === undefined) return undefined
  const lines = source.split('\n')
  const match = keyword.exec(lines[line - 1]?.slice(0, column - 1) ?? '')
  if (!match?.[1]) return undefined
  const startColumn = column - 1 - match[1].length
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0) + startColumn
  const block = await findBlock(source.slice(start))
  if (!block.ok) return { ok: false, fault: moveFault(block.fault, line, startColumn) }
  const made = block.code.trimEnd()
  const code = made + '\n'.repeat(Math.max(0, countBreaks(block.text) - countBreaks(made)))
  return { ok: true, code: source.slice(0, start) + code + source.slice(start + block.text.length) }
}

type Block =
  | { readonly ok: true; readonly text: string; readonly code: string }
  | { readonly ok: false; fault: SourceFault }

/** The namespace that a text begins with: the first bracket that makes it complete ends it. */
async function findBlock(text: string): Promise<Block> {
  let end = text.indexOf('}')
  for (let count = 0; end !== -1 && count < mostEndings; count += 1) {
    const block = text.slice(0, end + 1)
    const stripped = await transformTypeScript(block)
    if (stripped.ok) return { ok: true, text: block, code: stripped.code }
    end = text.indexOf('}', end + 1)
  }
  const whole = await transformTypeScript(text)
  const fault = { message: 'The namespace does not end', line: 1, column: 1, isUnerasable: false }
  return { ok: false, fault: whole.ok ? fault : whole.fault }
}

function moveFault(fault: SourceFault, line: number, startColumn: number): SourceFault {
  const { column } = fault
  return {
    ...fault,
    line: (fault.line ?? 1) + line - 1,
    ...(column !== undefined && { column: fault.line === 1 ? column + startColumn : column }),
  }
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1
}
