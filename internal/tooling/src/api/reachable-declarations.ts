import ts from 'typescript'

/** What a reader of an entry's types can reach. */
export interface EntrySurface {
  /** Exported name → name of the declaration. */
  readonly exportedNames: ReadonlyMap<string, string>
  /** Declarations inside the package, by name. */
  readonly declarations: ReadonlyMap<string, readonly ts.Declaration[]>
  /** Imports from other packages, one text for each. */
  readonly imports: ReadonlySet<string>
}

/** The thing a name stands for, behind all imports and re-exports. */
function behindAliases(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

function isTopLevel(declaration: ts.Declaration): boolean {
  const owner = ts.isVariableDeclaration(declaration) ? declaration.parent.parent.parent : declaration.parent
  return ts.isSourceFile(owner) || (ts.isModuleBlock(owner) && ts.isSourceFile(owner.parent.parent))
}

/** The module an alias was imported from, if it is not a relative one. */
function foreignModule(symbol: ts.Symbol): string | undefined {
  for (const declaration of symbol.declarations ?? []) {
    let node: ts.Node = declaration
    while (!ts.isSourceFile(node)) {
      const specifier = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined
      if (specifier !== undefined && ts.isStringLiteral(specifier)) {
        return specifier.text.startsWith('.') ? undefined : specifier.text
      }
      node = node.parent
    }
  }
  return undefined
}

class SurfaceCollector {
  readonly declarations = new Map<string, readonly ts.Declaration[]>()
  readonly imports = new Set<string>()
  readonly #checker: ts.TypeChecker
  readonly #isLocal: (file: ts.SourceFile) => boolean

  constructor(checker: ts.TypeChecker, isLocal: (file: ts.SourceFile) => boolean) {
    this.#checker = checker
    this.#isLocal = isLocal
  }

  /** Adds what a symbol means and all that this needs; returns the name it has in the report. */
  add(symbol: ts.Symbol): string {
    const target = behindAliases(this.#checker, symbol)
    const declarations = (target.declarations ?? []).filter((declaration) => this.#isLocal(declaration.getSourceFile()))
    if (declarations.length === 0) {
      const from = foreignModule(symbol)
      // The name of a whole module is where it lies on this machine.
      const isModule = (target.flags & ts.SymbolFlags.ValueModule) !== 0
      const name = isModule ? symbol.name : target.name
      const isNamespace = symbol.declarations?.some((declaration) => ts.isNamespaceImport(declaration)) ?? false
      const what = isNamespace ? `* as ${name}` : `{ ${name} }`
      if (from !== undefined) this.imports.add(`import type ${what} from '${from}'`)
      return name
    }
    if (this.declarations.has(target.name) || !declarations.every((declaration) => isTopLevel(declaration)))
      return target.name
    this.declarations.set(target.name, declarations)
    for (const declaration of declarations) this.#addReferences(declaration)
    return target.name
  }

  #addReferences(node: ts.Node): void {
    if (ts.isIdentifier(node)) {
      const symbol = this.#checker.getSymbolAtLocation(node)
      if (symbol !== undefined) this.add(symbol)
    }
    ts.forEachChild(node, (child) => this.#addReferences(child))
  }
}

/** Collects the exports of an entry and, transitively, every declaration of the package that they mention. */
export function collectSurface(
  checker: ts.TypeChecker,
  entry: ts.SourceFile,
  isLocal: (file: ts.SourceFile) => boolean,
): EntrySurface {
  const collector = new SurfaceCollector(checker, isLocal)
  const module = checker.getSymbolAtLocation(entry)
  const exported = module === undefined ? [] : checker.getExportsOfModule(module)
  const exportedNames = new Map(exported.map((symbol) => [symbol.name, collector.add(symbol)]))
  return { exportedNames, declarations: collector.declarations, imports: collector.imports }
}
