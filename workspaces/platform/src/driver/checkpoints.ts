import { SandboxDestroyedError } from '../exec/sandbox-destroyed-error.js'
import { PlatformApiError } from '../client/index.js'
import type { PlatformApi } from './platform-api.js'
import type { PlatformMachine } from './platform-machine.js'

/** What became of the wish for a checkpoint. */
export type CheckpointResult =
  | { readonly status: 'captured' | 'coalesced'; readonly checkpointName: string }
  | {
      readonly status: 'skipped'
      readonly reason: 'no-checkpoint-name-configured' | 'sandbox-not-running'
    }

/** Checkpoints of the machine: one capture at a time, which callers meanwhile share. */
export class Checkpoints {
  readonly #api: PlatformApi
  readonly #capturing = new Map<PlatformMachine, Promise<CheckpointResult>>()

  constructor(api: PlatformApi) {
    this.#api = api
  }

  /** Throws `SandboxDestroyedError` when the platform says that the machine does not run any more. */
  async capture(machine: PlatformMachine): Promise<CheckpointResult> {
    const running = this.#capturing.get(machine)
    if (running) return joined(await running)
    const capturing = this.#request(machine).finally(() => this.#capturing.delete(machine))
    this.#capturing.set(machine, capturing)
    return capturing
  }

  async delete({ sandboxId, checkpointId }: PlatformMachine): Promise<void> {
    if (checkpointId !== undefined) await this.#api.deleteCheckpoint(sandboxId, checkpointId)
  }

  /** Resolves when no capture is on its way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#capturing.values())
  }

  async #request({ sandboxId, checkpointId }: PlatformMachine): Promise<CheckpointResult> {
    if (checkpointId === undefined) return { status: 'skipped', reason: 'no-checkpoint-name-configured' }
    const { status, checkpointName } = await this.#ask(sandboxId, checkpointId)
    if (status === 'skipped') throw goneError(sandboxId)
    return { status, checkpointName }
  }

  async #ask(sandboxId: string, checkpointId: string): Promise<Awaited<ReturnType<PlatformApi['capture']>>> {
    try {
      return await this.#api.capture(sandboxId, checkpointId)
    } catch (error) {
      if (!(error instanceof PlatformApiError) || error.status !== 410) throw error
      throw goneError(sandboxId, error)
    }
  }
}

/** Another machine would have nothing of what was to be kept: it is no reason to make one. */
function goneError(sandboxId: string, cause?: unknown): SandboxDestroyedError {
  return new SandboxDestroyedError({ sandboxId, attempts: 1, opened: true }, { cause })
}

/** Who joins a capture gets a checkpoint that others asked for. */
function joined(result: CheckpointResult): CheckpointResult {
  return result.status === 'captured' ? { ...result, status: 'coalesced' } : result
}
