import ts from 'typescript'

const library = `
interface Array<T> { length: number; [n: number]: T; push(...items: T[]): number }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean { valueOf(): boolean } interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number { toFixed(): string } interface Object {} interface RegExp {}
interface String { trim(): string }
interface Promise<T> { then<R>(done: (value: T) => R): Promise<R> }
interface TemplateStringsArray {} interface Symbol {}
type Record<K extends string | number | symbol, T> = { [P in K]: T }
type Awaited<T> = T extends Promise<infer R> ? R : T
declare function check<T>(value: T): void
type Parameters<F extends (...args: never) => unknown> = F extends (...args: infer P) => unknown ? P : never
`
const options: ts.CompilerOptions = { strict: true, noLib: true, noEmit: true, target: ts.ScriptTarget.ES2022 }
const librarySource = ts.createSourceFile('lib.d.ts', library, ts.ScriptTarget.ES2022)

/** Messages of the strict compiler about a text, by line from 1. */
export function compile(text: string): { line: number; message: string }[] {
  const source = ts.createSourceFile('stub.ts', text, ts.ScriptTarget.ES2022, true)
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === 'stub.ts' ? source : name === 'lib.d.ts' ? librarySource : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === 'stub.ts' || name === 'lib.d.ts',
    readFile: () => undefined,
  }
  const program = ts.createProgram(['lib.d.ts', 'stub.ts'], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ start, messageText }) => ({
    line: source.getLineAndCharacterOfPosition(start ?? 0).line + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}
