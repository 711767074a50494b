import type { ListedProcess, OutputSink, RemoteProcess, SandboxDriver } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import { startFollow } from './follow.js'
import { ForeignProcess } from './foreign-process.js'
import { LiveOutput } from './live-output.js'
import { classifyRelayError } from './relay-error.js'
import { RelayMachines } from './relay-machine.js'
import { endMachine, handOn } from './relay-members.js'
import { RelayProcess } from './relay-process.js'
import type { RelayableDriver, RelayNeeds } from './relayable-driver.js'
import { commandOfRelayText, isRelayScript } from './scripts/relay-text.js'
import { startCommand } from './start-command.js'
import { StreamInput } from './stream-input.js'
import { StreamMachine } from './stream-machine.js'

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
  const machines = new RelayMachines((handle: Handle) => new StreamMachine(driver, handle, needs))
  const members = handOn(driver)
  const { listProcesses, supports } = driver
  return {
    ...members,
    ...(listProcesses ? { listProcesses: (handle) => listCommands(driver, handle) } : {}),
    ...(supports.attach ? { attach: (handle, pid, output) => attach(machines.of(handle), pid, output) } : {}),
    destroy: (ref, handle, signal) =>
      endMachine(handle && machines.of(handle), () => driver.destroy(ref, handle, signal)),
    spawn: (handle, command, options, output) => startCommand(machines.of(handle), command, options, output),
    classifyError: (error) => classifyRelayError(driver, error),
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
  machine: StreamMachine<Handle>,
  pid: string,
  output: OutputSink,
): Promise<RemoteProcess | undefined> {
  if (!processNumber.test(pid)) return undefined
  const live = new LiveOutput(randomId(), output, machine.needs)
  live.leave()
  const follow = await startFollow(machine, { target: { pid }, way: 'stream', live, output })
  if (!follow) {
    const raw = await machine.driver.attach?.(machine.handle, pid, output)
    return raw && new ForeignProcess(machine, raw)
  }
  const { id, command } = follow
  const input = new StreamInput(pid, () => machine.inputOf(pid))
  return new RelayProcess({ machine, id, pid, command, output, live, input, source: { follow } })
}
