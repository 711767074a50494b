import type { DiskHold } from '../../../disks/layer-store.js'
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js'
import { recipeWorkDir } from '../machines/sandbox-account.js'
import type { Backend } from '../project-place.js'
import type { TemplateBuilds, TemplateChoice } from '../templates/index.js'
import type { Creation } from './read-creation.js'
import type { SandboxScope } from './sandbox.js'

export interface ImageSources {
  readonly checkpoints: CheckpointStore
  readonly templates: TemplateBuilds
  /** What every sandbox stands on that nothing else is asked for. */
  readonly base: DiskHold
}

/** What a sandbox boots from; its image is a hold of its own. */
export type ChosenImage = TemplateChoice & Required<Pick<TemplateChoice, 'image'>> & { image: object }

/**
 * The newest checkpoint of the sandbox's own name, else that of its seed, else its template, else the recipe. A template that is not ready is
 * built beside it. Throws a 400 for a template that makes no sense, whether it is needed or not.
 */
export function chooseImage(
  { checkpoints, templates, base }: ImageSources,
  { recoveryId, seedCheckpointName, templateDefinition, templateBuildEnvs }: Creation,
  scope: SandboxScope,
  backend: Backend,
): ChosenImage {
  const request = { ...scope, definition: templateDefinition, envs: templateBuildEnvs }
  const choice: TemplateChoice =
    templateDefinition === undefined ? { image: undefined } : templates.choose(request, { families: backend === 'e2b' })
  const saved =
    checkpoints.share(scope, recoveryId) ??
    (seedCheckpointName === undefined ? undefined : checkpoints.share(scope, seedCheckpointName))
  if (saved !== undefined) {
    void choice.image?.disk.release()
    return { image: saved }
  }
  const image = choice.image ?? { disk: base.share(), env: {}, workDir: recipeWorkDir, resources: {} }
  return { ...choice, image }
}
