import type { OutputSink } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import { FollowReader, type Follow } from './follow-reader.js'
import type { LiveOutput } from './live-output.js'
import { notStartedError, processLostError } from './relay-error.js'
import type { RelayMachine } from './relay-machine.js'
import { followScript, type CommandTarget, type LookRequest } from './scripts/follow-script.js'
import type { LookWay } from './scripts/look-parts.js'

/** Which way a look goes, what of the command is known already, and where the rest goes. */
export interface LookOptions {
  readonly way: LookWay
  readonly live: LiveOutput
  readonly output: OutputSink
}

/** A look at a command that was started before. */
export interface FollowOptions extends LookOptions {
  readonly target: CommandTarget
  /** The command may just be about to start. Default: unless something of it was seen. */
  readonly mayAppear?: boolean
}

/**
 * Reads a command's output from the files of its supervisor. `undefined` when there is no such command. Rejects when it
 * could not be looked for.
 */
export async function startFollow(machine: RelayMachine, options: FollowOptions): Promise<Follow | undefined> {
  if (machine.isEnding) throw processLostError('The machine is being removed', {})
  const { target, live } = options
  const mayAppear = options.mayAppear ?? !live.streams.stdout.hasBegun
  const ignored = machine.forgotten.recent
  const { request, reader } = prepareLook(machine, options)
  const { ended } = await machine.forgotten.with((forgotten) =>
    machine.open(options.way, followScript({ ...request, target, mayAppear, forgotten, ignored }), reader),
  )
  const follow = await reader.follow(ended)
  if (follow && 'refused' in follow) throw notStartedError(follow.refused)
  return follow
}

/** What a look asks for, and what takes its lines. */
export function prepareLook(
  machine: RelayMachine,
  { way, live, output }: LookOptions,
): { readonly request: LookRequest; readonly reader: FollowReader } {
  const mark = randomId()
  for (const stream of Object.values(live.streams)) stream.readFile()
  const offsets = { stdout: live.streams.stdout.deliveredBytes, stderr: live.streams.stderr.deliveredBytes }
  const request = { ...machine.limits(way), way, mark, offsets }
  return { request, reader: new FollowReader(mark, live, output) }
}
