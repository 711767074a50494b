/** What `node scripts/dev.mjs <task>` does, as data. A step is a title and a command; `{node}` and `{pnpm}` are filled in by the launcher. */

const turboBuild = ['{pnpm}', 'exec', 'turbo', 'run', 'build', '--cache=local:rw', '--output-logs=errors-only']

const build = { title: 'building the packages', command: turboBuild }

/** Only what the example depends on. */
const buildForDemo = { ...build, command: [...turboBuild, '--filter=@caisson/example-quickstart^...'] }

const vitest = [
  '{node}',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=./scripts/plain-reporter.mjs',
]

const prerequisites = { title: 'checking what the tests use', command: ['{node}', 'scripts/prerequisites.mjs'] }

/** A step that receives the arguments given after the task's name. */
const last = (title, command, env) => ({ title, command, env, takesArguments: true })

const one = (title, command, env) => [last(title, command, env)]

const tool = (file, ...rest) => ['{node}', `internal/tooling/src/${file}`, ...rest]

export const tasks = {
  setup: [],
  demo: [buildForDemo, last('running examples/quickstart', ['{node}', 'examples/quickstart/index.ts'])],
  test: [prerequisites, last('running the tests', vitest)],
  'test:long': [prerequisites, build, last('running the long tests', vitest, { CAISSON_TEST_LONG: '1' })],
  coverage: [prerequisites, last('running the tests with coverage', [...vitest, '--coverage'])],
  build: one('building the packages', turboBuild),
  bench: [build, last('measuring', ['{node}', 'internal/bench/src/main.ts'])],
  'bench:peers': [build, last('measuring beside other libraries', ['{node}', 'internal/bench/src/peers.ts'])],
  typecheck: one('checking types', ['tsc', '-b', 'tsconfig.json']),
  lint: one('linting', ['oxlint', '--type-aware', '--deny-warnings']),
  format: one('formatting', ['oxfmt', '--write']),
  'format:check': one('checking the format', ['oxfmt', '--check']),
  arch: one('checking the architecture', tool('architecture.ts')),
  api: [build, last('comparing the public interface', tool('api-report.ts'))],
  'docs:check': one('checking the documentation', tool('docs-check.ts')),
  knip: one('looking for unused files and dependencies', ['knip']),
  'packages:check': [
    build,
    last('checking the packed packages', ['{pnpm}', 'exec', 'node', 'internal/tooling/src/packages-check.ts']),
  ],
  size: [build, last('checking sizes', ['size-limit'])],
  changeset: one('changesets', ['changeset']),
}

/** Steps whose only output is whether they passed: shown only when they fail. */
export const quietSteps = new Set([build, buildForDemo])
