import { sh, type DriverSpawnOptions, type OutputSink, type RemoteProcess } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import { LiveOutput } from './live-output.js'
import { recoverStart } from './recover-start.js'
import { RelayProcess } from './relay-process.js'
import type { RawProcess } from './relayable-driver.js'
import { relayText } from './scripts/relay-text.js'
import { StreamInput } from './stream-input.js'
import type { StreamMachine } from './stream-machine.js'

/** Linux takes 128 KiB in one argument, and the command is given on in one by the supervisor. */
const longestTextBytes = 120 * 1024

/** Starts a command under the supervisor: one request, or two when its text is too long for an argument. */
export async function startCommand<Handle>(
  machine: StreamMachine<Handle>,
  command: string,
  options: DriverSpawnOptions,
  output: OutputSink,
): Promise<RemoteProcess> {
  const id = randomId()
  const live = new LiveOutput(id, output, machine.needs)
  const parts = { machine, id, command, output, live }
  try {
    const raw = await send(machine, { id, command }, options, live)
    const input = new StreamInput(raw.pid, () => Promise.resolve(raw))
    return new RelayProcess({ ...parts, pid: raw.pid, input, source: { raw } })
  } catch (error) {
    const { signal } = options
    const follow = await recoverStart(machine, error, { target: { id }, way: 'stream', live, output, signal })
    const input = new StreamInput(follow.pid, () => machine.inputOf(follow.pid))
    return new RelayProcess({ ...parts, pid: follow.pid, input, source: { follow } })
  }
}

async function send<Handle>(
  machine: StreamMachine<Handle>,
  { id, command }: { id: string; command: string },
  options: DriverSpawnOptions,
  live: LiveOutput,
): Promise<RawProcess> {
  const { driver, handle, forgotten } = machine
  const names = Object.keys(options.env)
  return forgotten.with(async (ids) => {
    const short = relayText({ id, command, names, forgotten: ids })
    if (Buffer.byteLength(short) <= longestTextBytes) return driver.spawn(handle, short, options, live)
    const file = await upload(machine, id, command, options.signal)
    return driver.spawn(handle, relayText({ id, command: { file }, names, forgotten: ids }), options, live)
  })
}

/** Puts the command into a file that its supervisor takes into its private directory. */
async function upload<Handle>(
  { driver, handle }: StreamMachine<Handle>,
  id: string,
  command: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const path = `/tmp/.caisson-command-${id}`
  if (driver.writeFiles && driver.supports.fileModes) {
    await driver.writeFiles(handle, [{ path, content: command, mode: 0o600 }], signal)
  } else {
    await driver.run(handle, sh`umask 077; cat >${path}`, { stdin: command, signal })
  }
  return path
}
