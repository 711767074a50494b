import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TemplateBuilder } from 'e2b'
import { sh } from '@caisson/core/driver'
import {
  repositoryDirectory,
  repositorySteps,
  setupSteps,
  type Repository,
  type RepositoryAuthorization,
  type RepositoryPlan,
  type RepositoryStep,
} from '@caisson/kit/templates'
import type { PreparedTemplate } from '../templates/template-spec.js'
import { environmentText, withEnvironment } from './build-environment.js'
import { cloneOnHost } from './clone-on-host.js'
import { makePrivateFolder } from './private-folder.js'
import type { RepoTemplateSettings } from './repo-template-settings.js'
import { startRepoTemplate } from './start-repo-template.js'

/** Whose files they are in the machine. */
const user = 'user'
/** Variables that only this build needs; removed by its last step. In a directory that the user may remove it from. */
const environmentFile = '/home/user/.caisson-build-environment'
/** Names in the folder of what is uploaded. */
const uploads = { clone: 'clone', environment: 'environment' } as const

export interface RepoDefinitionRequest {
  readonly repository: Repository
  readonly authorization: RepositoryAuthorization | undefined
  /** The commit wanted; without one, the head of the default branch. */
  readonly sha: string | undefined
  readonly settings: RepoTemplateSettings
  /** For the setup commands. */
  readonly variables: Readonly<Record<string, string>>
  /** For errors. */
  readonly title: string
}

/**
 * Makes the definition of a machine that has a repository cloned and set up. What everybody may read is cloned by the build. What needs a
 * token is cloned here and uploaded, since definitions and layers keep whatever they are told.
 *
 * Throws EXECUTION_FAILED where the clone fails; nothing is left then.
 */
export async function makeRepoDefinition(request: RepoDefinitionRequest): Promise<PreparedTemplate> {
  const { folder, remove } = await makePrivateFolder()
  try {
    const start = await startRepoTemplate(request.settings, folder)
    const cloned = request.authorization === undefined ? start : await uploadClone(start, request, folder)
    const template = await setUp(cloned, request, folder)
    return { template, dispose: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Brings the clone, whose files are then checked out in the machine. */
async function uploadClone(
  builder: TemplateBuilder,
  request: RepoDefinitionRequest,
  folder: string,
): Promise<TemplateBuilder> {
  const { repository, authorization, sha, settings, title } = request
  if (authorization === undefined) return builder
  const target = repositoryDirectory({ repository, workingDirectory: settings.workingDirectory })
  await cloneOnHost({ repository, authorization, sha, directory: path.join(folder, uploads.clone), title })
  const checkOut =
    sha === undefined
      ? sh`git -C ${target} reset --quiet --hard`
      : sh`git -C ${target} checkout --quiet --force --detach ${sha}`
  // Directories that a copy makes are root's, those that are entered the user's.
  return builder
    .setWorkdir(settings.workingDirectory)
    .setWorkdir(target)
    .copy(uploads.clone, target, { user })
    .runCmd(checkOut.text)
}

async function setUp(
  builder: TemplateBuilder,
  request: RepoDefinitionRequest,
  folder: string,
): Promise<TemplateBuilder> {
  const plan = planOf(request)
  const after = setupSteps(plan)
  const before = request.authorization === undefined ? repositorySteps(plan).slice(0, -after.length) : []
  const ready = addSteps(builder, before)
  if (Object.keys(request.variables).length === 0) return addSteps(ready, after)
  await writeFile(path.join(folder, uploads.environment), environmentText(request.variables), { mode: 0o600 })
  const told = ready.copy(uploads.environment, environmentFile, { user })
  const done = addSteps(
    told,
    after.map((step) => ('run' in step ? { run: withEnvironment(environmentFile, step.run) } : step)),
  )
  return done.runCmd(sh`rm -f -- ${environmentFile}`.text)
}

function planOf({ repository, sha, settings }: RepoDefinitionRequest): RepositoryPlan {
  const { workingDirectory, setupCommands } = settings
  return { repository, sha, workingDirectory, setupCommands }
}

function addSteps(builder: TemplateBuilder, steps: readonly RepositoryStep[]): TemplateBuilder {
  return steps.reduce(
    (built, step) => ('run' in step ? built.runCmd(step.run) : built.setWorkdir(step.workingDirectory)),
    builder,
  )
}
