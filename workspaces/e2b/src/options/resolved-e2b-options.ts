import type { BuildLogEntry } from '@caisson/kit/templates'
import type { SandboxLifecycle, SandboxNetworkOpts } from 'e2b'
import type { MountableTemplateOptions } from '../templates/mountable/mountable-options.js'
import type { TemplateSpec } from '../templates/template-spec.js'

/** What every call of the SDK takes. All of it is given explicitly, so that the SDK reads nothing from the environment. */
export interface E2BConnection {
  readonly apiKey: string
  readonly domain: string
  readonly apiUrl: string
  readonly sandboxUrl?: string
  readonly apiHeaders?: Record<string, string>
  /** The SDK never repeats a request by itself. */
  readonly retries: 0
  readonly debug: false
}

/** Options with their defaults and the environment applied. Holds secrets: never log it. */
export interface ResolvedE2BOptions {
  /** Logical id. */
  readonly id: string
  /** Whether the caller chose `id`; a machine of another owner is refused only then. */
  readonly isIdGiven: boolean
  readonly sandboxId: string | undefined
  /** `undefined`: the default mountable template, where it is there. */
  readonly template: TemplateSpec | undefined
  readonly defaultTemplate: MountableTemplateOptions | undefined
  /** Longest wait of a start for a build. */
  readonly buildTimeoutMs: number
  readonly onBuildLog: ((entry: BuildLogEntry) => void) | undefined
  /** Lifetime of the machine. */
  readonly timeoutMs: number
  /** The caller's metadata as text, without our own keys. */
  readonly metadata: Readonly<Record<string, string>>
  readonly network: SandboxNetworkOpts | undefined
  readonly lifecycle: SandboxLifecycle
  readonly checkpointName: string | undefined
  readonly seedCheckpointName: string | undefined
  readonly connection: E2BConnection
  /** Set when neither a key nor a token is there: what the first call fails with. See `requireConnection`. */
  readonly missing: string | undefined
}
