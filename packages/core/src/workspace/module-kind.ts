/** How Node runs a source: as a script, in which `require` works, or as a module. */
export type ModuleKind = 'commonjs' | 'module'

/**
 * Decides by compiling, which runs nothing: what compiles as a script is one, everything else (`import`, `export`,
 * `await` at the top level, and what has a syntax error anyway) goes to Node as a module.
 */
export async function detectModuleKind(source: string): Promise<ModuleKind> {
  const { Script } = await import('node:vm')
  const compiles = (text: string): boolean => {
    try {
      return new Script(text) instanceof Script
    } catch (error) {
      // A source that is too deep for the compiler throws something else; then Node itself shall say so.
      return !(error instanceof SyntaxError)
    }
  }
  if (!compiles(source)) return 'module'
  return source.includes('await') && awaitsAtTopLevel(source, compiles) ? 'module' : 'commonjs'
}

/**
 * `await (x)` also compiles as a script, as a call to a function named `await`, which nobody means. A static block
 * forbids that name outside nested functions, and an async function allows it as the keyword.
 */
function awaitsAtTopLevel(source: string, compiles: (text: string) => boolean): boolean {
  const isKeyword = !compiles(`class Holder { static {\n${source}\n} }`)
  return isKeyword && compiles(`(async () => { 'use strict'\n${source}\n})`)
}
