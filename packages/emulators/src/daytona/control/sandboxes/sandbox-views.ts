import type { SandboxBuilds } from '../images.js'
import type { Sandbox } from './sandbox.js'

const daemonVersion = '0.218.0'

/** What views need beside a sandbox. */
export interface ViewContext {
  readonly builder: SandboxBuilds
  readonly settings: { readonly organizationId: string; readonly url: string; readonly minuteMs: number }
}

/** When it is deleted whatever happens. */
export function destructionTime({ intervals, createdAt }: Sandbox, minuteMs: number): Date | undefined {
  const { ttl = 0 } = intervals
  return ttl > 0 ? new Date(createdAt.getTime() + ttl * minuteMs) : undefined
}

function viewIntervals(sandbox: Sandbox, minuteMs: number): Record<string, unknown> {
  const { autoStop, autoArchive, autoDelete, autoPause } = sandbox.intervals
  const autoDestroyAt = destructionTime(sandbox, minuteMs)
  return {
    autoStopInterval: autoStop,
    autoArchiveInterval: autoArchive,
    autoDeleteInterval: autoDelete,
    ...(autoPause === undefined ? {} : { autoPauseInterval: autoPause }),
    ...(autoDestroyAt === undefined ? {} : { autoDestroyAt: autoDestroyAt.toISOString() }),
  }
}

/** A row of a list. */
export function viewListed(sandbox: Sandbox, { settings: cloud }: ViewContext): Record<string, unknown> {
  const { settings, network, resources } = sandbox
  return {
    id: sandbox.id,
    organizationId: cloud.organizationId,
    name: sandbox.name,
    ...(settings.snapshot === undefined ? {} : { snapshot: settings.snapshot }),
    user: settings.user,
    labels: sandbox.labels,
    public: settings.isPublic,
    networkBlockAll: network.blockAll,
    networkAllowList: network.allowList,
    domainAllowList: network.domainAllowList,
    target: settings.target,
    cpu: resources.cpu,
    gpu: resources.gpu,
    memory: resources.memory,
    disk: resources.disk,
    state: sandbox.state,
    desiredState: sandbox.desired,
    errorReason: sandbox.errorReason,
    recoverable: sandbox.recoverable,
    backupState: sandbox.backupState,
    ...viewIntervals(sandbox, cloud.minuteMs),
    createdAt: sandbox.createdAt.toISOString(),
    updatedAt: sandbox.updatedAt.toISOString(),
    lastActivityAt: sandbox.lastActivityAt.toISOString(),
    sandboxClass: 'container',
    daemonVersion,
    runnerId: 'emulator',
    toolboxProxyUrl: `${cloud.url}/toolbox`,
  }
}

/** Everything about one sandbox. */
export function viewSandbox(sandbox: Sandbox, context: ViewContext): Record<string, unknown> {
  const { settings } = sandbox
  const { buildInfo } = settings
  const createdAt = sandbox.createdAt.toISOString()
  const updatedAt = sandbox.updatedAt.toISOString()
  const build = buildInfo && {
    buildInfo: { ...buildInfo, createdAt, updatedAt, snapshotRef: context.builder.snapshotRef(buildInfo) },
  }
  const { linkedSandbox, gpuType, ...shown } = settings.shown
  return {
    ...viewListed(sandbox, context),
    env: settings.env,
    volumes: settings.volumes,
    ...build,
    ...shown,
    ...(linkedSandbox === undefined ? {} : { linkedSandboxId: linkedSandbox }),
    ...(Array.isArray(gpuType) && gpuType.length > 0 ? { gpuType: String(gpuType[0]) } : {}),
  }
}
