import type { WorkspaceFilesystem } from '@caisson/core'
import {
  sh,
  type MountableFilesystem,
  type Mounter,
  type MounterResult,
  type MountHost,
  type MountProfile,
  type MountRequest,
} from '@caisson/core/driver'

type Mount = Mounter['mount']
type Unmount = Mounter['unmount']

interface Config extends Record<string, unknown> {
  readonly type: string
}

/** A filesystem that may have to ask for its credentials before it is mounted. */
interface ResolvesConfig extends MountableFilesystem {
  resolveMountConfig(signal?: AbortSignal): Promise<{ readonly config: Config }>
}

/** One promise of mounting that a mounter breaks. */
export interface MounterFault {
  mount?(real: Mounter, ...args: Parameters<Mount>): ReturnType<Mount>
  unmount?(real: Mounter, ...args: Parameters<Unmount>): ReturnType<Unmount>
  /** What the filesystem says of itself instead. */
  config?(config: Record<string, unknown>): Record<string, unknown>
}

const done = (requests: readonly { mountPath: string }[]): readonly MounterResult[] =>
  requests.map(({ mountPath }) => ({ success: true, mountPath }))

const paths = (requests: readonly MountRequest[]): string[] => requests.map(({ mountPath }) => mountPath)

const secretOf = ({ config }: MountRequest): string => String(config['secretAccessKey'])

/** Ways in which mounting can go wrong: each breaks one promise that the suite must notice. */
export const mounterFaults = {
  inventsSuccess: { mount: async (_real, _host, requests) => done(requests) },
  hidesFailures: {
    mount: async (real, ...args) => (await real.mount(...args)).map((result) => ({ ...result, success: true })),
  },
  failsTogether: {
    mount: async (real, ...args) => {
      const results = await real.mount(...args)
      const failed = results.find(({ success }) => !success)
      return failed ? results.map(({ mountPath }) => ({ ...failed, mountPath })) : results
    },
  },
  forgetsPrefix: { config: (config) => ({ ...config, prefix: undefined }) },
  forgetsReadOnly: { config: (config) => ({ ...config, readOnly: undefined }) },
  forgetsRegion: { config: (config) => ({ ...config, region: 'us-west-1' }) },
  onlyClaimsToUnmount: {
    unmount: async (_real, _host, mountPaths) => done(mountPaths.map((mountPath) => ({ mountPath }))),
  },
  hidesUse: {
    unmount: async (real, ...args) => (await real.unmount(...args)).map((result) => ({ ...result, busy: false })),
  },
  emptiesFirst: {
    mount: async (real, host, requests, signal) => {
      for (const path of paths(requests)) await host.run(sh`sudo rm -rf -- ${path}`)
      return real.mount(host, requests, signal)
    },
  },
  unmountsForeign: {
    mount: async (real, host, requests, signal) => {
      for (const path of paths(requests)) await host.run(sh`sudo umount -l ${path}; true`)
      return real.mount(host, requests, signal)
    },
  },
  forgetsWanted: {
    mount: async (real, host, requests, signal) => real.mount({ ...host, wanted: undefined }, requests, signal),
  },
  alwaysMountsAnew: {
    mount: async (real, host, requests, signal) => {
      await real.unmount(host, paths(requests), signal)
      return real.mount(host, requests, signal)
    },
  },
  losesData: {
    unmount: async (real, host, mountPaths, signal) => {
      for (const path of mountPaths) await host.run(sh`rm -rf -- ${path}/*; true`)
      return real.unmount(host, mountPaths, signal)
    },
  },
  leavesDirectory: {
    unmount: async (real, host, mountPaths, signal) => {
      const results = await real.unmount(host, mountPaths, signal)
      for (const path of mountPaths) await host.run(sh`sudo mkdir -p ${path}`)
      return results
    },
  },
  leavesSecretFile: {
    mount: async (real, host, requests, signal) => {
      for (const request of requests)
        await host.run(sh`printf %s "$SECRET" > "/tmp/left-$$"`, { env: { SECRET: secretOf(request) } })
      return real.mount(host, requests, signal)
    },
  },
  showsSecretInCommand: {
    mount: async (real, host, requests, signal) => {
      for (const request of requests) await host.run(sh`sh -c ${'sleep 1'} ${secretOf(request)}`)
      return real.mount(host, requests, signal)
    },
  },
  showsSecretInErrors: {
    mount: async (real, ...args) => {
      const secrets = new Map(args[1].map((request) => [request.mountPath, secretOf(request)]))
      return (await real.mount(...args)).map((result) =>
        result.success ? result : { ...result, error: `wrong key ${secrets.get(result.mountPath)}` },
      )
    },
  },
  logsSecrets: {
    mount: async (real, host, requests, signal) => {
      for (const request of requests) host.logger.debug('mounting', { request })
      return real.mount(host, requests, signal)
    },
  },
} satisfies Record<string, MounterFault>

const made = new WeakMap<MounterFault, Map<Mounter, Mounter>>()

/** One for each mounter, so that core hands it all filesystems at once. */
function faultyOf(real: Mounter, fault: MounterFault): Mounter {
  const known = made.get(fault) ?? new Map<Mounter, Mounter>()
  made.set(fault, known)
  const faulty = known.get(real) ?? makeFaulty(real, fault)
  known.set(real, faulty)
  return faulty
}

/** A filesystem whose mounter breaks a promise. Its files are as they were. */
export function withFaultyMounter(filesystem: WorkspaceFilesystem, fault: MounterFault): WorkspaceFilesystem {
  const { createMounter, getMountConfig, resolveMountConfig } = filesystem as ResolvesConfig
  const change = (config: Config): Config => (fault.config ? { type: config.type, ...fault.config(config) } : config)
  const replaced = {
    createMounter: (profile: MountProfile) => faultyOf(createMounter.call(filesystem, profile), fault),
    getMountConfig: () => {
      const config = getMountConfig?.call(filesystem)
      return config && change({ ...config })
    },
    resolveMountConfig: async (signal?: AbortSignal) => {
      const resolved = await resolveMountConfig.call(filesystem, signal)
      return { ...resolved, config: change(resolved.config) }
    },
  }
  return new Proxy(filesystem, {
    get: (target, name) => {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function makeFaulty(real: Mounter, fault: MounterFault): Mounter {
  return {
    outlivesMachine: real.outlivesMachine,
    mount: async (...args: [MountHost, readonly MountRequest[], AbortSignal]) =>
      fault.mount ? fault.mount(real, ...args) : real.mount(...args),
    unmount: async (...args: [MountHost, readonly string[], AbortSignal]) =>
      fault.unmount ? fault.unmount(real, ...args) : real.unmount(...args),
  }
}
