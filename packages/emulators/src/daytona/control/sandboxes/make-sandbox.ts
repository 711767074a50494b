import type { SharedPath } from '../../../machine/index.js'
import { defaultResources } from '../default-resources.js'
import type { SandboxImage } from '../images.js'
import type { CreateRequest } from './create-request.js'
import { newId, newToken } from './ids.js'
import type { Sandbox, SandboxSettings } from './sandbox.js'
import { makeAgent } from './sandbox-connections.js'
import type { SandboxStore } from './sandbox-store.js'

const defaultUser = 'daytona'

function settingsOf(request: CreateRequest, image: SandboxImage | undefined, target: string): SandboxSettings {
  const { user, env, isPublic, volumes, buildInfo, shown } = request
  return {
    snapshot: image?.snapshot,
    buildInfo,
    user: user ?? image?.runtime.user ?? defaultUser,
    env,
    target: request.target ?? target,
    isPublic,
    volumes,
    shown,
  }
}

interface SandboxPlace {
  readonly store: SandboxStore
  readonly target: string
  readonly shares: readonly SharedPath[]
}

/** A sandbox that is about to be made; `image` is known unless it has to be built first. */
export function makeSandbox(
  request: CreateRequest,
  image: SandboxImage | undefined,
  { store, target, shares }: SandboxPlace,
): Sandbox {
  const id = newId()
  const now = new Date()
  return {
    id,
    settings: settingsOf(request, image, target),
    sequence: store.nextSequence(),
    createdAt: now,
    name: request.name ?? id,
    labels: request.labels,
    resources: { ...(image?.resources ?? defaultResources), ...request.resources },
    intervals: request.intervals,
    network: request.network,
    secrets: request.secrets,
    state: image === undefined ? 'pending_build' : 'creating',
    desired: 'started',
    errorReason: null,
    recoverable: false,
    backupState: 'None',
    updatedAt: now,
    lastActivityAt: now,
    stoppedAt: undefined,
    body: undefined,
    shares,
    previewToken: newToken(),
    signingKey: newToken(),
    signedTokens: new Map(),
    timer: undefined,
    agent: makeAgent(),
    cuts: new Set(),
    change: 0,
    transition: Promise.resolve(),
  }
}
