import type { Image } from './image.js'
import { readPlan } from './read-plan.js'
import { type StageRun, StageRunner } from './stage-runner.js'

const imageNotice = 'The emulator pulls no images: the programs of this computer are used instead'

/** Does what a Dockerfile says. Throws a BuildError for a step that fails. */
export async function runPlan(run: StageRun): Promise<Image> {
  const { log, info } = run.build
  const plan = readPlan(info.dockerfileContent)
  log.line('Building image')
  log.line(imageNotice)
  return new StageRunner(run, plan).result()
}
