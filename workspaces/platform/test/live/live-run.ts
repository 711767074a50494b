import type { TestedSandboxOptions } from '@caisson/conformance'
import type { LiveRun } from '@caisson/testing'
import { PlatformCodeModeTransport, PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'

/** Every machine ends by itself soon after a run that was cut. */
const idleTimeoutMinutes = 15

/** A machine that the platform made for this run, and how to ask about it. */
interface Made {
  readonly url: string
  readonly headers: Headers
}

/** One run against the account that the environment names. Removes all that it has made, and touches nothing else. */
export class PlatformLiveRun implements LiveRun {
  readonly name = 'platform (live)'
  readonly caseLimitMs = 180_000
  readonly #made: Made[] = []
  /** Checkpoints are kept by the id of the sandbox, and removed through one of its machines. */
  readonly #cleanups: (() => Promise<void>)[] = []

  readonly create = ({
    checkpointName,
    id = checkpointName,
    ...options
  }: PlatformSandboxOptions & TestedSandboxOptions = {}): PlatformSandbox => {
    const sandbox = new PlatformSandbox({ idleTimeoutMinutes, ...options, id, fetch: this.#fetch })
    if (id !== undefined) {
      this.#cleanups.push(async () => {
        if (sandbox.status === 'running') await sandbox.deleteCheckpoint()
      })
    }
    return sandbox
  }

  codeModeTransport(): PlatformCodeModeTransport {
    return new PlatformCodeModeTransport()
  }

  async sweep(): Promise<number> {
    for (const cleanup of this.#cleanups.splice(0)) await cleanup()
    let count = 0
    for (const { url, headers } of this.#made) {
      const answer = await fetch(url, { headers })
      const { destroyedAt } = answer.ok ? ((await answer.json()) as { destroyedAt?: string | null }) : {}
      if (!answer.ok || (destroyedAt ?? undefined) !== undefined) continue
      await fetch(url, { method: 'DELETE', headers })
      count += 1
    }
    return count
  }

  /** The platform has no list of machines, so that each creation is noted. */
  readonly #fetch: typeof fetch = async (input, init) => {
    const { method, url, headers } = new Request(input, init)
    const answer = await fetch(input, init)
    if (method === 'POST' && url.endsWith('/sandbox') && answer.ok) {
      const { id } = (await answer.clone().json()) as { id?: string }
      if (id !== undefined) {
        const { authorization = '' } = Object.fromEntries(headers)
        this.#made.push({ url: `${url}/${encodeURIComponent(id)}`, headers: new Headers({ authorization }) })
      }
    }
    return answer
  }
}
