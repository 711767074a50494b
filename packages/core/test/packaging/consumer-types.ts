import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

interface ModuleSetting {
  readonly module: ts.ModuleKind
  readonly moduleResolution: ts.ModuleResolutionKind
}

/** The ways in which a project of today can resolve modules. */
export const moduleSettings = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const satisfies Record<string, ModuleSetting>

export type ModuleSettingName = keyof typeof moduleSettings

/** The strictest settings a user may have: library types are checked too, and there is no DOM. */
function strictOptions(root: string, setting: ModuleSettingName): ts.CompilerOptions {
  return {
    ...moduleSettings[setting],
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  }
}

/** Compiles a user's files and returns what the compiler says, each with file and line. */
export function compile(
  root: string,
  setting: ModuleSettingName,
  files: Readonly<Record<string, string>>,
  changes: ts.CompilerOptions = {},
): string[] {
  const rootNames = Object.entries(files).map(([name, text]) => {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
  const program = ts.createProgram({ rootNames, options: { ...strictOptions(root, setting), ...changes } })
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
    const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0
    return `${path.relative(root, diagnostic.file?.fileName ?? root)}:${line + 1} ${message}`
  })
}

/** The declarations that an import or a require of `specifier` reads. */
export function resolveTypes(
  root: string,
  setting: ModuleSettingName,
  specifier: string,
  kind: 'import' | 'require',
): string {
  const options = strictOptions(root, setting)
  const containing = path.join(root, kind === 'import' ? 'a.mts' : 'a.cts')
  const mode = kind === 'import' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS
  const host = ts.createCompilerHost(options)
  const { resolvedModule } = ts.resolveModuleName(specifier, containing, options, host, undefined, undefined, mode)
  return path.basename(resolvedModule?.resolvedFileName ?? 'unresolved')
}
