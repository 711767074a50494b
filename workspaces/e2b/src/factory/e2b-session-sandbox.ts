import { invalidArgument, type SandboxStartHook } from '@caisson/core/workspace'
import { bothStartHooks, refuseSessionOptions } from '@caisson/kit/options'
import { readRepository, readSessionRepository } from '@caisson/kit/templates'
import { E2BSandbox } from '../e2b-sandbox.js'
import { resolveE2BOptions } from '../options/index.js'
import type { RepoTemplateOptions } from '../repository/index.js'
import { readRepoTemplateSettings, type RepoTemplateSettings } from '../repository/repo-template-settings.js'
import { resolveRepoSpec } from '../repository/resolve-repo-spec.js'
import type { DeferredNamedTemplateSpec } from '../templates/template-spec.js'
import type { E2BSessionSandboxContext, E2BSessionSandboxOptions } from './e2b-session-sandbox-options.js'
import { setUpRepository } from './set-up-repository.js'

const defaultIdleMinutes = 30

type GetAccess = NonNullable<RepoTemplateOptions['getRepositoryAccess']>

/** A repository of a session, as it was checked. */
interface SessionClone {
  readonly getRepositoryAccess: GetAccess
  readonly settings: RepoTemplateSettings
  readonly sha: string | undefined
}

/**
 * For host applications that make a sandbox for each session: returns a function that does. The machine of a session is found again by
 * `sessionId`, and is paused after `idleTimeoutMinutes` without activity. Where the session has a repository, its machine is made with the
 * repository cloned and set up, as by `createRepoTemplate`; where the options have a `template`, it is cloned and set up by the start instead.
 *
 * Both functions throw `SandboxError` INVALID_ARGUMENT naming what is wrong, and send nothing. A start fails when what it has to set up fails.
 */
export function e2bSessionSandbox(
  options: E2BSessionSandboxOptions = {},
): (context: E2BSessionSandboxContext) => E2BSandbox {
  const { idleTimeoutMinutes, ...common } = options
  refuseSessionOptions('e2bSessionSandbox', common, ['id', 'sandboxId', 'timeout'])
  const timeout = readMinutes(idleTimeoutMinutes) * 60_000
  resolveE2BOptions(common)
  return (context) => {
    const clone = readClone(context, options)
    const isSetUpByStart = clone !== undefined && common.template !== undefined
    const own = isSetUpByStart ? setUpHook(clone) : undefined
    return new E2BSandbox({
      ...common,
      id: context.sessionId,
      timeout,
      template: common.template ?? (clone && specOf(clone)),
      onStart: bothStartHooks(own, bothStartHooks(common.onStart, context.onStart)),
    })
  }
}

function readMinutes(given: number = defaultIdleMinutes): number {
  if (typeof given === 'number' && Number.isFinite(given) && given > 0) return given
  throw invalidArgument({ name: 'idleTimeoutMinutes', expected: 'a finite number of minutes above 0', given })
}

function readClone(
  context: E2BSessionSandboxContext,
  { defaultTemplate }: E2BSessionSandboxOptions,
): SessionClone | undefined {
  checkContext(context)
  const { repoSha: sha, setupCommand } = context
  const getRepositoryAccess = readSessionRepository(context)
  if (sha !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(sha)) {
    throw invalidArgument({ name: 'context.repoSha', expected: 'all 40 or 64 digits of a commit', given: sha })
  }
  const { cpuCount, memoryMB, ...others } = defaultTemplate ?? {}
  const settings = readRepoTemplateSettings({ setupCommand, cpuCount, memoryMB, defaultTemplate: others })
  return getRepositoryAccess && { getRepositoryAccess, settings, sha: sha?.toLowerCase() }
}

/** They are of sessions of a factory, which has the repository of a session set up wherever it is and whoever may read it. */
function checkContext(context: E2BSessionSandboxContext): void {
  const wrong = ['getRepositoryAccess', 'workingDirectory'].find((name) => isGiven(Reflect.get(context, name)))
  if (wrong === undefined) return
  const expected = 'nothing: for it there is E2BFactorySandbox'
  throw invalidArgument({ name: `context.${wrong}`, expected, given: Reflect.get(context, wrong), secret: true })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== ''
}

function specOf({ getRepositoryAccess, settings, sha }: SessionClone): DeferredNamedTemplateSpec {
  return {
    resolveSpec: async ({ logger, signal }) => {
      const request = { getRepositoryAccess, settings, sha, logger, signal, takesLastKnown: true }
      return (await resolveRepoSpec(request)).spec
    },
  }
}

function setUpHook({ getRepositoryAccess, settings, sha }: SessionClone): SandboxStartHook {
  return async ({ sandbox }) => {
    const access = await getRepositoryAccess()
    if (access === undefined) return
    await setUpRepository(sandbox, { ...settings, repository: readRepository(access.cloneUrl), sha })
  }
}
