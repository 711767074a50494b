import type { Sandbox, SandboxState } from '@daytonaio/sdk'
import type { MachineState } from '@caisson/core/driver'

/** What can be done with a machine in a state. `changing`: wait, it becomes another one by itself. */
export type StateKind = 'running' | 'resumable' | 'changing' | 'failed' | 'gone'

interface StateFacts {
  readonly kind: StateKind
  /** How it is told to core. */
  readonly told: MachineState | 'gone'
}

/** What the vendor's client makes of states that it does not know. */
type Unlisted = '11184809'

/** The texts of the vendor's enumeration. */
// oxlint-disable-next-line typescript/no-unnecessary-template-expression -- makes texts of the members of an enumeration
type StateText = `${Exclude<SandboxState, Unlisted>}`

/** Every state of a machine. */
const stateFacts: Readonly<Record<StateText, StateFacts>> = {
  started: { kind: 'running', told: 'running' },
  stopped: { kind: 'resumable', told: 'stopped' },
  archived: { kind: 'resumable', told: 'stopped' },
  archiving: { kind: 'resumable', told: 'stopped' },
  paused: { kind: 'resumable', told: 'paused' },
  pausing: { kind: 'changing', told: 'paused' },
  resuming: { kind: 'changing', told: 'paused' },
  stopping: { kind: 'changing', told: 'stopped' },
  starting: { kind: 'changing', told: 'stopped' },
  restoring: { kind: 'changing', told: 'stopped' },
  creating: { kind: 'changing', told: 'stopped' },
  pending_build: { kind: 'changing', told: 'stopped' },
  building_snapshot: { kind: 'changing', told: 'stopped' },
  pulling_snapshot: { kind: 'changing', told: 'stopped' },
  resizing: { kind: 'changing', told: 'running' },
  snapshotting: { kind: 'changing', told: 'running' },
  forking: { kind: 'changing', told: 'running' },
  unknown: { kind: 'changing', told: 'running' },
  error: { kind: 'failed', told: 'gone' },
  build_failed: { kind: 'failed', told: 'gone' },
  destroying: { kind: 'gone', told: 'gone' },
  destroyed: { kind: 'gone', told: 'gone' },
}

/** A state that a later version of the vendor adds is waited for. */
function factsOf({ state }: Pick<Sandbox, 'state'>): StateFacts {
  const known: Readonly<Partial<Record<string, StateFacts>>> = stateFacts
  return known[state ?? 'unknown'] ?? stateFacts.unknown
}

export function kindOf(sandbox: Pick<Sandbox, 'state'>): StateKind {
  return factsOf(sandbox).kind
}

export function toldState(sandbox: Pick<Sandbox, 'state'>): MachineState | 'gone' {
  return factsOf(sandbox).told
}
