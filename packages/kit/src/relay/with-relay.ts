import type { ListedProcess, OutputSink, RemoteProcess, SandboxDriver, SandboxRef } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import { startFollow } from './follow.js'
import { ForeignProcess } from './foreign-process.js'
import { LiveOutput } from './live-output.js'
import { RelayError } from './relay-error.js'
import { RelayMachines, type RelayMachine } from './relay-machine.js'
import { RelayProcess } from './relay-process.js'
import type { RelayableDriver, RelayNeeds } from './relayable-driver.js'
import { commandOfRelayText, isRelayScript } from './scripts/relay-text.js'
import { startCommand } from './start-command.js'

/** Members that the relay hands on as they are; an absent one stays absent. */
const handedOn = [
  'find',
  'connect',
  'create',
  'describe',
  'inspect',
  'stop',
  'detach',
  'run',
  'filesystem',
  'writeFiles',
  'portUrl',
  'snapshot',
  'info',
] as const satisfies readonly (keyof RelayableDriver<unknown>)[]

const processNumber = /^[1-9]\d*$/

/**
 * Supplies what a vendor's process API lacks: exact bytes, an end that is never made up, kill of the whole tree, processes
 * that are found again with everything they printed, and bounded memory on the host.
 *
 * Each command is sent with a small shell supervisor, which needs bash and the core utilities in the machine, keeps the
 * command's output in a directory of its own under `/tmp/.caisson-<uid>`, and costs no request. Only when the vendor's
 * stream does not give everything is the rest read from there.
 *
 * A command that leaves processes behind (`server & echo started`) is over when its shell has exited and its output has
 * been quiet for 200 ms, after one second at the latest; what it left behind goes on running.
 */
export function withRelay<Handle>(driver: RelayableDriver<Handle>, needs: RelayNeeds): SandboxDriver<Handle> {
  const machines = new RelayMachines(driver, needs)
  const members: Partial<Record<keyof SandboxDriver<Handle>, unknown>> = {}
  for (const name of handedOn) {
    const member: unknown = driver[name]
    if (typeof member === 'function') members[name] = member.bind(driver)
  }
  if (driver.mounter) members.mounter = driver.mounter
  if (driver.mountProfile) members.mountProfile = driver.mountProfile
  if (driver.listProcesses) members.listProcesses = (handle: Handle) => listCommands(driver, handle)
  if (driver.supports.attach) {
    members.attach = (handle: Handle, pid: string, output: OutputSink) => attach(machines.of(handle), pid, output)
  }
  return {
    ...(members as Pick<SandboxDriver<Handle>, (typeof handedOn)[number]>),
    provider: driver.provider,
    supports: driver.supports,
    destroy: (ref, handle, signal) => destroy(driver, handle && machines.of(handle), { ref, handle, signal }),
    spawn: (handle, command, options, output) => startCommand(machines.of(handle), command, options, output),
    classifyError: (error) => (error instanceof RelayError ? error.facts : driver.classifyError(error)),
  }
}

async function destroy<Handle>(
  driver: RelayableDriver<Handle>,
  machine: RelayMachine<Handle> | undefined,
  { ref, handle, signal }: { ref: SandboxRef; handle: Handle | undefined; signal: AbortSignal },
): Promise<void> {
  if (machine) machine.isEnding = true
  try {
    await driver.destroy(ref, handle, signal)
  } catch (error) {
    if (machine) machine.isEnding = false
    throw error
  }
}

/** Commands under their own names, without the scripts of the relay. */
async function listCommands<Handle>(
  driver: RelayableDriver<Handle>,
  handle: Handle,
): Promise<readonly ListedProcess[]> {
  const listed = (await driver.listProcesses?.(handle)) ?? []
  return listed
    .filter(({ command }) => command === undefined || !isRelayScript(command))
    .map((process) => {
      const command = process.command === undefined ? undefined : commandOfRelayText(process.command)
      return command === undefined ? process : { ...process, command }
    })
}

async function attach<Handle>(
  machine: RelayMachine<Handle>,
  pid: string,
  output: OutputSink,
): Promise<RemoteProcess | undefined> {
  if (!processNumber.test(pid)) return undefined
  const live = new LiveOutput(randomId(), output, machine.needs)
  live.leave()
  const follow = await startFollow(machine, { target: { pid }, live, output })
  if (!follow) {
    const raw = await machine.driver.attach?.(machine.handle, pid, output)
    return raw && new ForeignProcess(machine, raw)
  }
  const { id, command } = follow
  return new RelayProcess({ machine, id, pid, command, output, live, source: { follow } })
}
