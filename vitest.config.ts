import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node'

// Workspace packages are read from their sources, so tests need no build. Other packages are what Node itself takes: some have
// files for bundlers besides, which Node cannot load. `import` and `default` always count; named here they would be conditions of
// the test's process for `require` too, and that would load the wrong files.
const conditions = ['@caisson/source', 'node']
const resolve = { conditions, mainFields: ['main'] }
const ssr = { resolve }

// `npm run test:long` sets this: the slow tests run alone, with longer limits.
const long = process.env['CAISSON_TEST_LONG'] === '1'

/**
 * Files about what is loaded in a process: each has a process of its own. All others run one after the
 * other in a few, since a new process that loads everything again takes longer than most files.
 */
const ownProcess = ['exports', 'import-cost', 'optional-peer']

const projects = ['packages', 'workspaces', 'internal', 'examples'].flatMap((folder) => {
  const all = `${folder}/*/test/**/*${long ? '.long' : ''}.test.ts`
  const own = ownProcess.map((name) => `${folder}/*/test/**/${name}.test.ts`)
  const exclude = ['**/node_modules/**', '**/dist/**', ...(long ? [] : ['**/*.long.test.ts'])]
  const project = (name: string, isolate: boolean, files: Pick<InlineConfig, 'include' | 'exclude'>) => ({
    extends: true as const,
    resolve,
    ssr,
    test: { name, isolate, ...files },
  })
  // An example is loaded to run it. Long tests are few, and do with their process what they like.
  if (long || folder === 'examples') return [project(folder, true, { include: [all], exclude })]
  return [
    project(folder, false, { include: [all], exclude: [...exclude, ...own] }),
    project(`${folder}, each alone`, true, { include: own, exclude }),
  ]
})

/** Files that take longest. A run that comes to one of them last waits for it alone. */
const slowFiles = /\/(?:conformance|local|quickstart|bucket-mounts|code-mode)\.test\.ts$/

/** The slow files first, whether or not an earlier run has left their times. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which sorts no array
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification): boolean => slowFiles.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  resolve,
  ssr,
  test: {
    passWithNoTests: true,
    setupFiles: [fileURLToPath(new URL('scripts/after-test-file.mjs', import.meta.url))],
    sequence: { sequencer: SlowFirst },
    // More than there are cores: most tests wait for processes and for clocks.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() * (long ? 1.5 : 2))),
    testTimeout: long ? 600_000 : 20_000,
    // Hooks start servers and machines, which is no part of what is tested.
    hookTimeout: long ? 600_000 : 60_000,
    // What is waited for comes when the machine has time for it. Less than what tests let run to see that it is ended.
    expect: { poll: { timeout: long ? 25_000 : 15_000 } },
    projects,
    coverage: {
      provider: 'v8',
      include: ['{packages,workspaces,internal}/*/src/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'lcov'],
    },
  },
})
