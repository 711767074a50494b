import type { SandboxOptions } from '@caisson/core/driver'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { SandboxLifecycle, SandboxNetworkOpts } from 'e2b'
import type { MountableTemplateOptions } from '../templates/mountable/mountable-options.js'
import type { TemplateSpec } from '../templates/template-spec.js'

/**
 * Options of `E2BSandbox`. Where an environment variable is named, it is read when the sandbox is constructed and the option
 * is absent or empty; an empty variable counts as unset. Where credentials are missing then, the environment is asked once
 * more by the first call.
 */
export interface E2BSandboxOptions extends SandboxOptions {
  /** E2B's own id of a machine to attach to. Only when that machine is gone is one looked up by `id`, or created. */
  sandboxId?: string | undefined
  /**
   * The image of a new machine, used only when one has to be created. Default: the default mountable template where it was
   * built before, and E2B's `base` while it is being built in the background.
   */
  template?: TemplateSpec | undefined
  /**
   * What the default mountable template is made of. It counts where no `template` is given, for functions that add to it, and
   * where a named template falls back to it.
   */
  defaultTemplate?: MountableTemplateOptions | undefined
  /**
   * Longest wait of a start for a template that has to be built, in milliseconds. The build goes on at E2B, and the next start
   * joins it. Default: 80 % of `startTimeoutMs`; never more than 90 % of what is left of the start.
   */
  buildTimeoutMs?: number | undefined
  /** Gets each line of the log of builds that this sandbox waits for or has started. What it throws is logged. */
  onBuildLog?: ((entry: BuildLogEntry) => void) | undefined
  /**
   * Lifetime of the machine in milliseconds: what happens afterwards is `lifecycle.onTimeout`. It is applied at create,
   * connect and resume and extended while commands run. Commands have no time-out unless they are given one.
   * Default 300 000.
   */
  timeout?: number | undefined
  /**
   * Stored with a new machine, as text: a value is a string, a number or a boolean. Names that are reserved for finding the
   * machine again are refused.
   */
  metadata?: Record<string, unknown> | undefined
  /** Who the machine may talk to, and who may talk to it; sent when it is created. */
  network?: SandboxNetworkOpts | undefined
  /** What happens when the lifetime is over. Default `{ onTimeout: 'pause' }`. */
  lifecycle?: SandboxLifecycle | undefined
  /** Name of the checkpoint that `snapshot()` saves to, and that a new machine starts from once it has a state. */
  checkpointName?: string | undefined
  /** Checkpoint that a new machine starts from when `checkpointName` has no state yet. */
  seedCheckpointName?: string | undefined
  /** Domain of the E2B installation, without a scheme. Environment: `E2B_DOMAIN`. Default `e2b.app`. */
  domain?: string | undefined
  /** URL of the control plane. Environment: `E2B_API_URL`. Default `https://api.` and the domain. */
  apiUrl?: string | undefined
  /**
   * URL under which the daemon inside the machine is reached, for self-hosted installations and emulators. Environment:
   * `E2B_SANDBOX_URL`. Default: made by the SDK from the domain.
   */
  sandboxUrl?: string | undefined
  /** Secret. Environment: `E2B_API_KEY`. This or `accessToken` is needed; the first call says so, not the constructor. */
  apiKey?: string | undefined
  /** Secret; sent as a bearer token. Environment: `E2B_ACCESS_TOKEN`. */
  accessToken?: string | undefined
}
