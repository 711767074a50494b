import { tmpdir } from 'node:os'
import type { MountProfile, MountRequest } from '@caisson/core/driver'
import { LocalFilesystem } from '@caisson/core/workspace'
import type { ResolvedMountConfig } from '../../../src/mounts.js'

const filesystem = new LocalFilesystem({ basePath: tmpdir() })

/** What core asks a mounter for. */
export function request(
  mountPath: string,
  config: MountRequest['config'],
  more: { hash?: string; refresh?: boolean } = {},
): MountRequest {
  return { filesystem, mountPath, config, configHash: more.hash ?? 'hash-1', refresh: more.refresh }
}

/** A filesystem whose credentials have to be asked for. */
export function resolving(
  asked: MountRequest,
  resolveMountConfig: (signal?: AbortSignal) => Promise<ResolvedMountConfig>,
): MountRequest {
  return { ...asked, filesystem: Object.assign(new LocalFilesystem({ basePath: tmpdir() }), { resolveMountConfig }) }
}

export const profile: MountProfile = {
  elevation: 'sudo',
  secretsBy: 'stdin',
  mayInstall: false,
  visibleTo: 'everyone',
  installHint: 'use a template that has it',
  networkHint: 'open the network to it',
}

export const never: AbortSignal = new AbortController().signal
