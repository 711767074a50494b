import type { FactorySandboxBuild, FactorySandboxContext } from '@caisson/core/editor'
import { expect } from 'vitest'
import { E2BFactorySandbox, repoTemplateRef, type E2BFactorySandboxOptions } from '../../../src/index.js'
import type { RepositoryBench } from '../../repository/support/repository-bench.js'

const setupCommand = 'cp a installed'

/** Makes factories whose templates stand on `base`, and contexts of sessions of the one repository. */
export interface FactoryBench {
  make(more?: E2BFactorySandboxOptions): E2BFactorySandbox
  context(more?: Partial<FactorySandboxContext>): FactorySandboxContext
  refOf(sha: string, command?: string): string
}

export function factoryBench(bench: RepositoryBench): FactoryBench {
  return {
    make: ({ template, ...more } = {}) => {
      const { connection } = bench
      const addresses = { ...connection, sandboxUrl: connection.apiUrl }
      return new E2BFactorySandbox({ ...addresses, ...more, template: { baseTemplate: 'base', ...template } })
    },
    context: (more = {}) => ({
      sessionId: 'session',
      getRepositoryAccess: async () => bench.access(),
      setupCommand,
      ...more,
    }),
    refOf: (sha, command = setupCommand) =>
      repoTemplateRef({ cloneUrl: bench.cloneUrl, sha, setupCommand: command, baseTemplate: 'base' }),
  }
}

/** A build at its end. */
export async function ended(
  factory: E2BFactorySandbox,
  context: FactorySandboxContext,
  id: string,
): Promise<FactorySandboxBuild> {
  const look = async (): Promise<FactorySandboxBuild> => factory.builds.get(context, {}, id)
  await expect.poll(async () => (await look()).status).toMatch(/ready|failed/)
  return look()
}
