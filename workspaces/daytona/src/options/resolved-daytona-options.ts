import type {
  DaytonaComputerUse,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaResources,
  DaytonaVolume,
} from './daytona-sandbox-options.js'

/** Where the control plane is and who asks. All of it is given to the SDK, so that it need not look in the environment. */
export interface DaytonaConnection {
  readonly apiUrl: string
  /** Either this or the next two. */
  readonly apiKey?: string
  readonly jwtToken?: string
  readonly organizationId?: string
  readonly target?: string
}

/** What a new machine is made from. */
export type MachineSource =
  | { readonly from: 'snapshot'; readonly snapshot: string }
  | { readonly from: 'image'; readonly image: DaytonaImage; readonly resources: DaytonaResources | undefined }
  | { readonly from: 'default' }

/** Options with their defaults and the environment applied. Holds secrets: never log it. */
export interface ResolvedDaytonaOptions {
  /** Logical id. */
  readonly id: string
  /** Whether the caller chose `id`; a machine of another owner is refused only then. */
  readonly isIdGiven: boolean
  readonly sandboxId: string | undefined
  /** Display name that the caller chose; without one the id is the name. */
  readonly name: string | undefined
  /** Time-out of `executeCommand` where a call gives none; 0 is no limit. */
  readonly timeoutMs: number
  readonly language: DaytonaLanguage
  readonly source: MachineSource
  /** The caller's labels as text, without our own. */
  readonly labels: Readonly<Record<string, string>>
  readonly user: string | undefined
  readonly public: boolean | undefined
  /** Whether a machine is gone after it stopped: `ephemeral`, or an `autoDeleteInterval` of 0. */
  readonly isGoneAfterStop: boolean
  readonly ephemeral: boolean
  /** Minutes, as the vendor counts them. */
  readonly autoStopInterval: number | undefined
  readonly autoArchiveInterval: number | undefined
  readonly autoDeleteInterval: number | undefined
  readonly volumes: readonly DaytonaVolume[]
  readonly networkBlockAll: boolean | undefined
  readonly networkAllowList: string | undefined
  readonly domainAllowList: string | undefined
  readonly secrets: Readonly<Record<string, string>> | undefined
  /** Set where the desktop is wanted. */
  readonly computerUse: DaytonaComputerUse | undefined
  /** What is ignored of the options, in words; to be logged once, with the first creation of a machine. */
  readonly warnings: readonly string[]
  readonly connection: DaytonaConnection
  /** Set when there are no complete credentials: what the first call fails with. See `requireConnection`. */
  readonly missing: string | undefined
}
