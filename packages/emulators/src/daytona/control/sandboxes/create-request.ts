import { HttpFailure } from '../../../http/http-failure.js'
import type { BuildInfo, Resources, VolumeMount } from '../images.js'
import { readBuildInfo } from '../builds/read-build-info.js'
import { BodyValues } from './body-values.js'
import { openNetwork, readNetwork } from './network.js'
import type { Intervals, NetworkSettings } from './sandbox.js'

/** What a client asked for, checked as far as that is possible without looking anything up. */
export interface CreateRequest {
  readonly name: string | undefined
  readonly snapshot: string | undefined
  readonly buildInfo: BuildInfo | undefined
  readonly user: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  readonly isPublic: boolean
  readonly target: string | undefined
  readonly resources: Partial<Resources>
  readonly intervals: Intervals
  readonly volumes: readonly VolumeMount[]
  readonly network: NetworkSettings
  readonly secrets: readonly Readonly<Record<string, string>>[]
  readonly shown: Readonly<Record<string, unknown>>
}

const longestArchiveMinutes = 43_200
const defaultArchiveMinutes = 10_080
const defaultStopMinutes = 15

/** Members that are kept and shown, and have no effect. */
const shownMembers = ['kvm', 'outboundProxyUrl', 'otelEndpointOverride', 'linkedSandbox', 'spot', 'gpuType'] as const

export function autoArchiveMinutes(minutes: number): number {
  if (minutes < 0) throw new HttpFailure(400, 'Auto-archive interval must be non-negative')
  return minutes === 0 ? longestArchiveMinutes : Math.min(minutes, longestArchiveMinutes)
}

function readResources(body: BodyValues): Partial<Resources> {
  const names = ['cpu', 'gpu', 'memory', 'disk'] as const
  const given = names.flatMap((name) => {
    const value = body.integer(name, name === 'gpu' ? 0 : 1)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

function readIntervals(body: BodyValues): Intervals {
  return {
    autoStop: body.integer('autoStopInterval', 0) ?? defaultStopMinutes,
    autoArchive: autoArchiveMinutes(body.integer('autoArchiveInterval') ?? defaultArchiveMinutes),
    autoDelete: body.integer('autoDeleteInterval') ?? -1,
    autoPause: body.integer('autoPauseInterval', 0),
    ttl: body.integer('ttlMinutes', 0),
  }
}

function readVolumes(body: BodyValues): VolumeMount[] {
  return (body.objects('volumes') ?? []).map((volume) => {
    const subpath = volume.text('subpath')
    const mount = { volumeId: volume.need('volumeId'), mountPath: volume.need('mountPath') }
    return subpath === undefined ? mount : { ...mount, subpath }
  })
}

function readShown(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(shownMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
}

function checkCombination({ snapshot, buildInfo, resources }: CreateRequest): void {
  if (buildInfo !== undefined && snapshot !== undefined) {
    throw new HttpFailure(400, 'Cannot specify a snapshot when using a build info entry')
  }
  if (buildInfo === undefined && Object.keys(resources).length > 0) {
    throw new HttpFailure(400, 'Cannot specify Sandbox resources when using a snapshot')
  }
}

/** Throws a 400 that says what is wrong. */
export function parseCreateRequest(given: Readonly<Record<string, unknown>>): CreateRequest {
  const body = new BodyValues(given)
  const name = body.text('name')
  const snapshot = body.text('snapshot')
  const request: CreateRequest = {
    name: name === '' ? undefined : name,
    snapshot: snapshot === '' ? undefined : snapshot,
    buildInfo: readBuildInfo(body),
    user: body.text('user'),
    env: body.textMap('env') ?? {},
    labels: body.textMap('labels') ?? {},
    isPublic: body.flag('public') ?? false,
    target: body.text('target'),
    resources: readResources(body),
    intervals: readIntervals(body),
    volumes: readVolumes(body),
    network: readNetwork(body, openNetwork),
    secrets: body.textMaps('secrets') ?? [],
    shown: readShown(given),
  }
  checkCombination(request)
  return request
}
