import path from 'node:path'
import { BuildError } from '../../../builds/build-error.js'
import type { BuildMachine } from '../../../builds/build-machine.js'
import type { TemplateBuild } from './template-build.js'
import type { TemplateStep } from './template-step.js'

/** What steps have settled for those behind them, and for the sandboxes. */
export interface StepState {
  readonly env: Readonly<Record<string, string>>
  readonly workDir: string
}

export interface StepPlace {
  readonly build: TemplateBuild
  readonly machine: BuildMachine
  /** Who runs commands that need no root. */
  readonly userName: string
}

interface Command {
  readonly text: string
  readonly user: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

async function run({ build, machine }: StepPlace, { text, user, cwd, env }: Command): Promise<void> {
  let last = ''
  const onOutput = (output: string): void => {
    last = output === '' ? last : output
    build.log.write(output)
  }
  const argv = ['/bin/bash', '-c', text]
  const result = await machine.run({ argv, user, cwd: machine.root + cwd, env, onOutput })
  if (last !== '' && !last.endsWith('\n')) build.log.write('\n')
  if ('refused' in result) throw new BuildError(result.refused)
  if (result.exitCode !== 0) throw new BuildError(`the command ended with exit code ${result.exitCode}`)
}

/** Made by root, so that any place will do, and given to the user when it was made. */
const directoryScript = `[ -d "$TARGET" ] || { mkdir -p "$TARGET" && chown "$OWNER" "$TARGET"; }`

/** Makes a directory where there is none. */
export async function ensureDirectory(place: StepPlace, directory: string): Promise<void> {
  const env = { TARGET: place.machine.root + directory, OWNER: place.userName }
  const script = place.machine.hasUsers ? directoryScript : 'mkdir -p "$TARGET"'
  await run(place, { text: script, user: 'root', cwd: '/', env })
}

/** Does one step. Throws a BuildError when it fails. */
export async function runStep(place: StepPlace, step: TemplateStep, state: StepState): Promise<StepState> {
  switch (step.kind) {
    case 'env':
      return { ...state, env: { ...state.env, ...step.env } }
    case 'workDir': {
      const workDir = path.posix.resolve(state.workDir, step.path)
      await ensureDirectory(place, workDir)
      return { ...state, workDir }
    }
    case 'command': {
      const user = step.asRoot ? 'root' : place.userName
      const env = { ...state.env, ...place.build.options.envs }
      await run(place, { text: step.command, user, cwd: state.workDir, env })
      return state
    }
    default:
      return state
  }
}
