import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkArchitecture } from '../src/architecture/check-architecture.ts'
import type { ArchitectureRules, ExceptionRule, Violation } from '../src/architecture/rules.ts'
import { loadRules } from '../src/architecture/rules.ts'
import { repositoryRoot } from '../src/repository-root.ts'

/** A small, clean checkout with the real rules; tests add one fault to it. */
const cleanFiles: Readonly<Record<string, string>> = {
  'packages/core/package.json': manifest('@caisson/core', {
    exports: { '.': { '@caisson/source': './src/index.ts' }, './driver': { '@caisson/source': './src/driver.ts' } },
    dependencies: { '@standard-schema/spec': '1.1.0' },
  }),
  'packages/core/src/index.ts': `export type { Shape } from './contract/shape.js'\n`,
  'packages/core/src/driver.ts': `export type { Shape } from './contract/shape.js'\n`,
  'packages/core/src/contract/shape.ts': `export interface Shape { readonly sides: number }\n`,
  'workspaces/e2b/package.json': manifest('@caisson/e2b', {
    exports: { '.': './dist/index.js' },
    dependencies: { '@caisson/core': 'workspace:*', e2b: '2.0.0' },
  }),
  'workspaces/e2b/src/driver.ts': `import type { Shape } from '@caisson/core/driver'\nexport type Square = Shape\n`,
}

export function manifest(name: string, rest: object = {}): string {
  return JSON.stringify({ name, type: 'module', ...rest })
}

export function lines(count: number): string {
  return `${Array.from({ length: count }, (_, index) => `// ${index + 1}`).join('\n')}\n`
}

/** Writes the clean tree with `extra` over it, checks it, and removes it again. */
export function checkPlanted(
  extra: Readonly<Record<string, string>>,
  exceptions: readonly ExceptionRule[] = [],
): readonly Violation[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'caisson-architecture-'))
  const rules: ArchitectureRules = { ...loadRules(repositoryRoot), exceptions }
  try {
    for (const [file, text] of Object.entries({ ...cleanFiles, ...extra })) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    return checkArchitecture(root, rules).violations
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
