import type {
  BaseSandbox,
  SandboxCloneOptions,
  SandboxOptions,
  WorkspaceFilesystem,
  WorkspaceSandbox,
} from '@caisson/core'
import { driverOf, type SandboxDriver, type SandboxSupports } from '@caisson/core/driver'

/** A sandbox as the suite sees it: every public member of `BaseSandbox`, whoever made the class. */
export type TestedSandbox = Pick<BaseSandbox<unknown>, keyof BaseSandbox<unknown>> & {
  clone?(options?: SandboxCloneOptions): WorkspaceSandbox
}

/** What a case may ask of a new sandbox. All of it is to be handed to the provider's class. */
export interface TestedSandboxOptions extends SandboxOptions {
  /** Only given where `supports.checkpoints` is true. */
  checkpointName?: string | undefined
  seedCheckpointName?: string | undefined
  /** Only given where `supports.findsById` is false: a machine that another sandbox of the same target made. */
  sandboxId?: string | undefined
}

/** A filesystem that lives on the host, for the cases about local mounts. */
export interface TestedFilesystem {
  /** Its `getMountConfig()` says type `local`. */
  readonly filesystem: WorkspaceFilesystem
  /** Removes it after the case. */
  cleanup?(): void | Promise<void>
}

/** Which view of a bucket is wanted. */
export interface TestedBucketOptions {
  /** Only what is below it. */
  readonly prefix?: string | undefined
  readonly readOnly?: boolean | undefined
  /** With a secret that the store refuses. */
  readonly wrongSecret?: boolean | undefined
}

/** A bucket that the machines of a target can reach, for the cases about mounts by FUSE. */
export interface TestedBucket {
  /** A new filesystem on the bucket that brings its mounter. The same options make the same mount. */
  open(options?: TestedBucketOptions): WorkspaceFilesystem
  /** The secrets of all its credentials, wrong ones included, to look for where they must not be. */
  readonly secrets: readonly string[]
  /** Removes it after the case. */
  cleanup?(): void | Promise<void>
}

/** What a provider gives to be tested. */
export interface SandboxTarget {
  /** For reports, for example `local (bwrap)`. */
  readonly name: string
  /**
   * Makes a sandbox and starts nothing. The same `id` must mean the same machine where `supports.findsById`; without one the machine is new. The
   * machine's directory or account must be fresh, so that the first start creates it.
   */
  create(options: TestedSandboxOptions): TestedSandbox | Promise<TestedSandbox>
  /** Called after each case for each sandbox, which was destroyed before: removes what a destroy leaves on purpose. */
  cleanup?(sandbox: TestedSandbox): void | Promise<void>
  /**
   * The driver of the sandbox, for the cases that need faults or a journal; `undefined` skips them. Default: what core
   * knows of every `BaseSandbox`.
   */
  driverOf?(sandbox: TestedSandbox): SandboxDriver<unknown> | undefined
  /** Cases that fail today, each with the reason. One that passes all the same is a failure. */
  readonly knownFailing?: Readonly<Record<string, string>> | undefined
  /** A new empty filesystem on the host. Without it the cases about local mounts are skipped. */
  makeFilesystem?(): TestedFilesystem | Promise<TestedFilesystem>
  /** A new empty bucket. Without it the cases about buckets are skipped. */
  makeBucket?(): TestedBucket | Promise<TestedBucket>
  /** Why there are no buckets, where the target could make some elsewhere. */
  readonly noBuckets?: string | undefined
  /** Mounts something in the machine that is none of ours, by FUSE, with a file `foreign.txt`. Without it those cases are skipped. */
  mountForeign?(sandbox: TestedSandbox, mountPath: string): Promise<void>
  /** Where the shell sees what is mounted at `mountPath`. Default: there. */
  shellPath?(sandbox: TestedSandbox, mountPath: string): string | Promise<string>
  /** Limit of one case in milliseconds. Default 30 000; cases with much output have four times as much. */
  readonly caseLimitMs?: number | undefined
}

type FlagName = {
  [Key in keyof SandboxSupports]: SandboxSupports[Key] extends boolean ? Key : never
}[keyof SandboxSupports]

/** What a case needs: a capability that is there, one that is missing (`!`), or something of the target. */
export type CaseNeed =
  | FlagName
  | `!${FlagName}`
  | 'driver'
  | 'localMounts'
  | 'mounts'
  | '!mounts'
  | 'buckets'
  | 'foreignMounts'
  | 'clone'

/** The driver of a sandbox of this target. */
export function driverOfTarget(target: SandboxTarget, sandbox: TestedSandbox): SandboxDriver<unknown> | undefined {
  return target.driverOf ? target.driverOf(sandbox) : driverOf(sandbox)
}

/** Why a sandbox of this target cannot run a case; `undefined` when it can. */
export function missingNeed(
  target: SandboxTarget,
  sandbox: TestedSandbox,
  needs: readonly CaseNeed[],
): string | undefined {
  for (const need of needs) {
    const missing = explainNeed(target, sandbox, need)
    if (missing !== undefined) return missing
  }
  return undefined
}

function explainNeed(target: SandboxTarget, sandbox: TestedSandbox, need: CaseNeed): string | undefined {
  const { supports } = sandbox
  switch (need) {
    case 'driver':
      return driverOfTarget(target, sandbox) ? undefined : 'the driver is not shown'
    case 'clone':
      return sandbox.clone ? undefined : 'no clone()'
    case 'mounts':
      return sandbox.mounts ? undefined : 'nothing can be mounted'
    case '!mounts':
      return sandbox.mounts ? 'supports mounts' : undefined
    case 'localMounts':
      if (!supports.nativeMounts.includes('local')) return "supports.nativeMounts lacks 'local'"
      return target.makeFilesystem ? undefined : 'the target makes no filesystem'
    case 'buckets':
      if (!supports.fuse) return 'no supports.fuse'
      return target.makeBucket ? undefined : (target.noBuckets ?? 'the target makes no bucket')
    case 'foreignMounts':
      return target.mountForeign ? undefined : 'the target makes no foreign mount'
    default:
      return explainFlag(supports, need)
  }
}

function explainFlag(supports: SandboxSupports, need: FlagName | `!${FlagName}`): string | undefined {
  if (isNegated(need)) return supports[need.slice(1) as FlagName] ? `supports.${need.slice(1)}` : undefined
  return supports[need] ? undefined : `no supports.${need}`
}

function isNegated(need: FlagName | `!${FlagName}`): need is `!${FlagName}` {
  return need.startsWith('!')
}
