import type {
  CreateSandboxBaseParams,
  CreateSandboxFromImageParams,
  CreateSandboxFromSnapshotParams,
} from '@daytonaio/sdk'
import { ownerKey } from '@caisson/kit/options'
import type { MachineSource, ResolvedDaytonaOptions } from './resolved-daytona-options.js'

/** Whose machine it will be, and its environment. */
export interface CreationRequest {
  readonly id: string
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** What `create` of the SDK takes. */
export type Creation = CreateSandboxFromSnapshotParams | CreateSandboxFromImageParams

type Origin =
  | Pick<CreateSandboxFromSnapshotParams, 'snapshot'>
  | Pick<CreateSandboxFromImageParams, 'image' | 'resources'>

/** What each kind of source contributes to a creation. Resources would be refused by the vendor without an image. */
const originOf: {
  readonly [From in MachineSource['from']]: (source: Extract<MachineSource, { from: From }>) => Origin
} = {
  snapshot: ({ snapshot }) => ({ snapshot }),
  image: ({ image, resources }) => (resources === undefined ? { image } : { image, resources: defined(resources) }),
  default: () => ({}),
}

/**
 * Parameters of a new machine. A fresh object each time, down to its members: the SDK writes into what it is given. Options
 * that were not given are left to the vendor's defaults.
 */
export function creationOf(options: ResolvedDaytonaOptions, request: CreationRequest = options): Creation {
  const { id, env = {} } = request
  const base: CreateSandboxBaseParams = {
    name: options.name ?? id,
    language: options.language,
    envVars: { ...env },
    labels: { ...options.labels, [ownerKey]: id },
    ...(options.ephemeral ? { ephemeral: true } : {}),
    ...(options.volumes.length === 0 ? {} : { volumes: options.volumes.map((volume) => defined(volume)) }),
    ...(options.secrets === undefined ? {} : { secrets: { ...options.secrets } }),
    ...defined({
      user: options.user,
      public: options.public,
      autoStopInterval: options.autoStopInterval,
      autoArchiveInterval: options.autoArchiveInterval,
      autoDeleteInterval: options.autoDeleteInterval,
      networkBlockAll: options.networkBlockAll,
      networkAllowList: options.networkAllowList,
      domainAllowList: options.domainAllowList,
    }),
  }
  return { ...base, ...origin(options.source) }
}

function origin(source: MachineSource): Origin {
  switch (source.from) {
    case 'snapshot':
      return originOf.snapshot(source)
    case 'image':
      return originOf.image(source)
    default:
      return originOf.default(source)
  }
}

type Defined<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> }

/** A copy without the members that are `undefined`. */
function defined<Members extends object>(members: Members): Partial<Defined<Members>> & Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>
}
