/** A reading of what a model wrote. */
export interface ProgramForm {
  /** Text around the program. Neither part may add a line before the program but the one it ends. */
  readonly before: string
  readonly after: string
  readonly body: string
}

const functionStart = /^\s*(?:async\b|function\b|\(|[A-Za-z_$][\w$]*\s*=>)/
const leadingComments = /^(?:\s*(?:\/\/[^\n]*\n|\/\*[^]*?\*\/))+/
const trailingSemicolon = /;(?:\s*(?:\/\/[^\n]*|\/\*[^]*?\*\/))*\s*$/
const defaultExport = /^([ \t]*)export[ \t]+default[ \t]+/gm

/** The text is the body of an async function. */
export function asBody(body: string): ProgramForm {
  return { before: '(async function () {', body, after: '})' }
}

/**
 * The whole text is one function, which is to be called, or one call of one, which is to be waited for. `undefined` when
 * it does not look like that. Any other expression has no result, as in a body without `return`.
 */
export function asFunction(text: string): ProgramForm | undefined {
  if (!functionStart.test(text.replace(leadingComments, ''))) return undefined
  const choose = 'typeof $whole === "function" ? $whole() : $whole instanceof Promise ? $whole : undefined'
  return {
    before: '(async function () { const $whole = (',
    body: text.replace(trailingSemicolon, ''),
    after: `); return ${choose} })`,
  }
}

/** The text exports the program by default. `undefined` when it has not exactly one default export. */
export function asDefaultExport(text: string): ProgramForm | undefined {
  if ([...text.matchAll(defaultExport)].length !== 1) return undefined
  return {
    before: '(async function () {',
    // As long as what it replaces, so that columns stay too.
    body: text.replace(defaultExport, (found, indent: string) => `${indent}const $default=`.padEnd(found.length)),
    after: '\nreturn typeof $default === "function" ? $default() : $default })',
  }
}
