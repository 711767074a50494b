import type { ListedProcess, OutputSink, RemoteProcess, SandboxDriver } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { DetachableDriver, DetachedRelayNeeds } from './detachable-driver.js'
import { DetachedInput } from './detached-input.js'
import { DetachedMachine } from './detached-machine.js'
import { exactOutput, isOneArgument, startDetached } from './detached-start.js'
import { followPatiently } from './read-to-end.js'
import { classifyRelayError, processLostError } from './relay-error.js'
import { RelayMachines } from './relay-machine.js'
import { endMachine, handOn } from './relay-members.js'
import { RelayProcess } from './relay-process.js'
import { listScript } from './scripts/list-script.js'

/** What ids of commands look like. */
const commandId = /^[0-9a-f]{24}$/

/**
 * Makes processes for a vendor that can only run a script and bring lines of text: exact bytes of both streams, an end
 * that is never made up, input with an end, kill of the whole tree, commands that no cut request or stream can harm, and
 * that any client finds again with everything they printed.
 *
 * Each command runs under a small shell supervisor of its own session, which needs the core utilities, `setsid` and best
 * of all bash, and keeps the output in a directory under `/tmp/.caisson-<uid>`. A command without listeners costs one
 * request; one with listeners opens one stream, and starts by a request before that only when its environment is not the
 * machine's. The `pid` of a process is an id of the relay's own.
 *
 * Who reads slowly holds a command back, about 4 MiB after what was read, and for five minutes after the last sign of
 * the reader. A command that leaves processes behind ends as `withRelay` says.
 */
export function withDetachedRelay<Handle>(
  driver: DetachableDriver<Handle>,
  needs: DetachedRelayNeeds,
): SandboxDriver<Handle> {
  const machines = new RelayMachines((handle: Handle) => new DetachedMachine(driver, handle, needs))
  const known = (handle: Handle | undefined): DetachedMachine<Handle> | undefined =>
    handle === undefined ? undefined : machines.of(handle)
  return {
    ...handOn(driver),
    stop: async (ref, handle, signal) => {
      const machine = known(handle)
      await endMachine(machine, () => driver.stop(ref, handle, signal))
      // The same handle may be connected again.
      if (machine) machine.isEnding = false
    },
    destroy: (ref, handle, signal) => endMachine(known(handle), () => driver.destroy(ref, handle, signal)),
    spawn: (handle, command, options, output) =>
      options.foreground && driver.spawnForeground && isOneArgument(command)
        ? driver.spawnForeground(handle, command, options, output)
        : startDetached(machines.of(handle), command, options, output),
    attach: (handle, pid, output) => attach(machines.of(handle), pid, output),
    listProcesses: (handle) => listCommands(machines.of(handle)),
    classifyError: (error) => classifyRelayError(driver, error),
  }
}

/** What was printed so far comes by one answer, what follows by a stream. */
async function attach<Handle>(
  machine: DetachedMachine<Handle>,
  pid: string,
  output: OutputSink,
): Promise<RemoteProcess | undefined> {
  if (!commandId.test(pid)) return undefined
  const live = exactOutput(pid, output)
  const way = machine.nextWay('attach', false)
  const follow = await followPatiently(machine, { target: { id: pid }, way, live, output })
  if (!follow) return undefined
  const input = new DetachedInput(machine, pid)
  return new RelayProcess({ machine, id: pid, pid, command: follow.command, output, live, input, source: { follow } })
}

/** The relay's commands in the machine, those of other clients too, and without those whose end was told here. */
async function listCommands<Handle>(machine: DetachedMachine<Handle>): Promise<readonly ListedProcess[]> {
  const mark = randomId()
  const ignored = machine.forgotten.recent
  const { stdout } = await machine.forgotten.with((ids) => machine.run(listScript(mark, ids, ignored)))
  const text = Buffer.from(stdout).toString('latin1')
  const begin = `\u001F${mark} begin\n`
  const end = `\u001F${mark} end\n`
  const [from, to] = [text.indexOf(begin), text.lastIndexOf(end)]
  if (from < 0 || to < from) throw processLostError('The list of processes came incomplete', {})
  const lines = text.slice(from + begin.length, to).split('\n')
  return lines.filter((line) => line !== '').map(readLine)
}

function readLine(line: string): ListedProcess {
  const [pid = '', state, status = '-', signal = '0', command = ''] = line.split(' ')
  const running = state === 'running'
  const exitCode = signal === '0' ? Number(status) : 128 + Number(signal)
  return {
    pid,
    command: Buffer.from(command, 'base64').toString(),
    running,
    ...(running || status === '-' ? {} : { exitCode }),
  }
}
