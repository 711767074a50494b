import path from 'node:path'
import { type EnvdAddress, uploadFile } from '../machines/envd-client.js'
import { type CommandOptions, runCommand } from '../machines/run-command.js'
import type { Runtime } from '../machines/runtime.js'
import { BuildError } from '../../../builds/build-error.js'
import type { BuildLog } from './build-log.js'
import { copyScript } from './copy-script.js'
import type { BuildStep, StepType } from './step.js'
import type { UploadStore } from './upload-store.js'

/** Where steps are run. */
interface StepPlace {
  readonly envd: EnvdAddress
  readonly uploads: UploadStore
  readonly log: BuildLog
  readonly signal: AbortSignal
}

interface StepCall {
  readonly place: StepPlace
  /** The number of the step, and how many there are, for the log. */
  readonly number: string
  readonly count: number
  readonly step: BuildStep
  readonly runtime: Runtime
}

/** Runs a step and says what commands after it see. */
type StepRunner = (call: StepCall) => Promise<Runtime>

function prefixOf({ number, count }: StepCall): string {
  return `builder ${number}/${count}`
}

async function run(call: StepCall, options: Omit<CommandOptions, 'signal'>, shown = options.command): Promise<void> {
  const { place, number } = call
  const onOutput = place.log.output(number, prefixOf(call))
  const result = await runCommand(place.envd, { ...options, onOutput, signal: place.signal })
  place.log.endOutput()
  if ('refused' in result) {
    throw new BuildError(`failed to run command '${shown}': command failed: ${result.refused}`)
  }
  if (result.exitCode !== 0) {
    throw new BuildError(`failed to run command '${shown}': exit status ${result.exitCode}`)
  }
}

function homeOf(user: string): string {
  return user === 'root' ? '/root' : `/home/${user}`
}

function absolute(text: string, { workdir, user }: Runtime): string {
  return path.posix.resolve(workdir ?? homeOf(user), text)
}

/** `$NAME` and `${NAME}` mean what earlier steps have set; `PATH` is there from the start. */
function expand(text: string, envVars: Readonly<Record<string, string>>): string {
  const known: Record<string, string> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...envVars,
  }
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_all, braced?: string, plain?: string) => {
    return known[braced ?? plain ?? ''] ?? ''
  })
}

function setVariables({ step, runtime }: StepCall): Promise<Runtime> {
  const envVars: Record<string, string> = { ...runtime.envVars }
  for (let index = 0; index < step.args.length; index += 2) {
    envVars[step.args[index] ?? ''] = expand(step.args[index + 1] ?? '', envVars)
  }
  return Promise.resolve({ ...runtime, envVars })
}

/** What had to be made on the way to the directory is the user's, all of it; what was there stays as it was. */
const makeDirectory = `[ -d "$TARGET" ] && exit 0
made=$TARGET
while [ ! -d "$(dirname "$made")" ]; do made=$(dirname "$made"); done
mkdir -p "$TARGET" && chown -R "$OWNER:" "$made"`

async function changeDirectory(call: StepCall): Promise<Runtime> {
  const { runtime, step } = call
  const workdir = absolute(step.args[0] ?? '', runtime)
  const command = `(${makeDirectory})`
  await run(call, { command, user: 'root', envVars: { TARGET: workdir, OWNER: runtime.user } }, `WORKDIR ${workdir}`)
  return { ...runtime, workdir }
}

/** A user who is not there is made. The second argument `true` lets it become root. */
const makeUser = `id -u "$NAME" > /dev/null 2>&1 || useradd --create-home --shell /bin/bash "$NAME" || exit 1
[ "$MAY_SUDO" != true ] || { usermod -aG sudo "$NAME" && printf '%s ALL=(ALL:ALL) NOPASSWD: ALL\\n' "$NAME" > "/etc/sudoers.d/$NAME"; }`

async function changeUser(call: StepCall): Promise<Runtime> {
  const [user = '', maySudo = ''] = call.step.args
  const envVars = { NAME: user, MAY_SUDO: maySudo }
  await run(call, { command: `(${makeUser})`, user: 'root', envVars }, `USER ${user}`)
  return { ...call.runtime, user }
}

async function runLine(call: StepCall): Promise<Runtime> {
  const { runtime, step } = call
  const [command = '', user = ''] = step.args
  const { workdir: cwd, envVars } = runtime
  await run(call, { command, user: user === '' ? runtime.user : user, cwd, envVars })
  return runtime
}

/** The client has found what a pattern means; its archive holds no more than that, with the directories that it is in. */
function sourceOf(source: string): string {
  const parts = path.posix.normalize(source).split('/')
  const pattern = parts.findIndex((part) => /[*?[{]/.test(part))
  return (pattern === -1 ? parts : parts.slice(0, pattern)).join('/') || '.'
}

async function copyFiles(call: StepCall): Promise<Runtime> {
  const { step, runtime, place, number } = call
  const [source = '', target = '', user = '', mode = ''] = step.args
  if (step.filesHash === undefined || !(await place.uploads.has(step.filesHash))) {
    throw new BuildError(`COPY ${source}: its files were not uploaded`)
  }
  const archive = `/tmp/.caisson-copy-${number}.tar`
  await uploadFile(place.envd, archive, place.uploads.open(step.filesHash))
  const slash = target.endsWith('/') ? '/' : ''
  const owner = user === '' ? runtime.user : user
  const envVars = {
    ARCHIVE: archive,
    SOURCE: sourceOf(source),
    TARGET: absolute(target, runtime).replace(/\/$/, '') + slash || '/',
    OWNER: owner.includes(':') ? owner : `${owner}:${owner}`,
    MODE: mode,
  }
  await run(call, { command: copyScript, user: 'root', envVars }, `COPY ${source} ${target}`)
  return runtime
}

const runners = {
  RUN: runLine,
  COPY: copyFiles,
  ENV: setVariables,
  WORKDIR: changeDirectory,
  USER: changeUser,
} as const satisfies Record<StepType, StepRunner>

function isKnown(type: string): type is StepType {
  return Object.hasOwn(runners, type)
}

/** Throws a BuildError when the step fails. */
export async function runStep(call: StepCall): Promise<Runtime> {
  const { type } = call.step
  if (!isKnown(type)) throw new BuildError(`unknown build step ${type}`)
  const text = `[${prefixOf(call)}] ${type} ${call.step.args.filter(Boolean).join(' ')}`
  call.place.log.add(text, call.number)
  return runners[type](call)
}
