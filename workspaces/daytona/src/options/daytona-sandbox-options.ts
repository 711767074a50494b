import type { SandboxOptions } from '@caisson/core/driver'
import type { Image } from '@daytonaio/sdk'

/** Sizes of a new machine, for one that is made from an image. All are above 0. */
export interface DaytonaResources {
  /** Cores. */
  cpu?: number | undefined
  /** Memory in GiB. */
  memory?: number | undefined
  /** Disk in GiB. */
  disk?: number | undefined
}

/** A volume of the organization, attached when a machine is created. */
export interface DaytonaVolume {
  /** Id or name of the volume. */
  volumeId: string
  /** Absolute path in the machine. */
  mountPath: string
  /** Only this part of the volume. Default: all of it. */
  subpath?: string | undefined
}

/** Language that the vendor's own code runner uses in a machine. */
export type DaytonaLanguage = 'typescript' | 'javascript' | 'python'

/** Image of a new machine: the name of one in a registry, or a definition made with the SDK. */
export type DaytonaImage = string | Image

/** How the desktop of a machine is used. */
export interface DaytonaComputerUse {
  /** Start the desktop together with the machine instead of with its first use. Default false. */
  autoStart?: boolean | undefined
}

/**
 * Options of `DaytonaSandbox`. Where an environment variable is named, it is read when the sandbox is constructed and the
 * option is absent or empty; an empty variable counts as unset. Where credentials are missing then, the environment is asked
 * once more by the first call.
 */
export interface DaytonaSandboxOptions extends SandboxOptions {
  /** Daytona's own id of a machine to attach to. Only when that machine is gone is one looked up by `id`, or created. */
  sandboxId?: string | undefined
  /** Display name of a new machine, unique in the organization. Not its identity. Default: the logical id. */
  name?: string | undefined
  /** Time-out of `executeCommand` in milliseconds where a call gives none; 0 is no limit. Default 300 000. */
  timeout?: number | undefined
  /** Language of the vendor's code runner. Default `typescript`. */
  language?: DaytonaLanguage | undefined
  /** Id or name of the snapshot that a new machine starts from. Wins over `image`. Default: the vendor's snapshot. */
  snapshot?: string | undefined
  /** Image that a new machine is built from, where no `snapshot` is given. */
  image?: DaytonaImage | undefined
  /** Sizes of a new machine. They count with `image` only; otherwise they are ignored and a warning is logged. */
  resources?: DaytonaResources | undefined
  /** Makes options that would be ignored, such as `resources` without `image`, an error. Default false. */
  strictOptions?: boolean | undefined
  /**
   * Stored with a new machine, as text: a value is a string, a number or a boolean. Names that are reserved for finding the
   * machine again are refused.
   */
  labels?: Record<string, unknown> | undefined
  /** Operating system user that commands run as. Default: the one of the image, `daytona` in the vendor's own. */
  user?: string | undefined
  /** Ports can be reached without a token. Default false. */
  public?: boolean | undefined
  /** A machine is deleted as soon as it stops. Default false. */
  ephemeral?: boolean | undefined
  /** Minutes without activity after which a machine stops; 0: never. Default 15. */
  autoStopInterval?: number | undefined
  /** Minutes after a stop until a machine is archived; 0 is the longest there is. Default: 7 days. */
  autoArchiveInterval?: number | undefined
  /** Minutes after a stop until a machine is deleted; 0: at once, below 0: never. Default: never. */
  autoDeleteInterval?: number | undefined
  /** Volumes to attach to a new machine. */
  volumes?: DaytonaVolume[] | undefined
  /** Cuts the network of a new machine; with an allow list, all of it but what is listed. Default false. */
  networkBlockAll?: boolean | undefined
  /** IPv4 ranges that may be reached, such as `10.0.0.0/8`, separated by commas. */
  networkAllowList?: string | undefined
  /** Domains that may be reached, separated by commas; `*.example.com` stands for what is below `example.com`. */
  domainAllowList?: string | undefined
  /**
   * Secrets of the organization, by the environment variable that stands for each: the machine sees a placeholder, which the
   * vendor replaces in what is sent to the hosts that the secret is for.
   */
  secrets?: Record<string, string> | undefined
  /** Offers the desktop of the machine as `sandbox.computer`. Default false. */
  computerUse?: boolean | DaytonaComputerUse | undefined
  /** Secret. Environment: `DAYTONA_API_KEY`. This or `jwtToken` is needed; the first call says so, not the constructor. */
  apiKey?: string | undefined
  /** Secret; needs `organizationId`. Environment: `DAYTONA_JWT_TOKEN`. */
  jwtToken?: string | undefined
  /** Organization that the token acts for. Environment: `DAYTONA_ORGANIZATION_ID`. */
  organizationId?: string | undefined
  /** URL of the control plane. Environment: `DAYTONA_API_URL`. Default `https://app.daytona.io/api`. */
  apiUrl?: string | undefined
  /** Region of a new machine. Environment: `DAYTONA_TARGET`. Default: the organization's. */
  target?: string | undefined
}
