import type { FoundHost } from './choose-backing.js'
import type { HostDescription } from './host-description.js'

function versionName(version: 1 | 2 | undefined): 'cgroup1' | 'cgroup2' | undefined {
  if (version === undefined) return undefined
  return version === 1 ? 'cgroup1' : 'cgroup2'
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** Puts what was found into words. */
export function describeHost(found: FoundHost & { readonly sweptHosts: number }): HostDescription {
  const { backing, rejected, directory, groups, networkFilter, sweptHosts } = found
  const { fuse, sudo, privateNetwork } = backing.features
  const freezer = versionName(groups.freezer?.version) ?? 'signals'
  // Limits are set where processes join a group, which they do only for the freezer's sake.
  const limit = (kind: 'memory' | 'pids'): HostDescription['memoryLimits'] =>
    (groups.freezer && versionName(groups.limits[kind]?.version)) ?? 'none'
  const [memoryLimits, pidsLimits] = [limit('memory'), limit('pids')]
  const summary = [
    `machines: ${backing.backing} in ${directory}`,
    `freezer ${freezer}`,
    `limits: memory ${memoryLimits}, processes ${pidsLimits}`,
    `fuse ${yesOrNo(fuse)}, sudo ${yesOrNo(sudo)}, private network ${yesOrNo(privateNetwork)}, network filter ${yesOrNo(networkFilter)}`,
    ...rejected.map((other) => `not ${other.backing}: ${other.reason}`),
    ...(sweptHosts > 0 ? [`removed the remains of ${sweptHosts} crashed`] : []),
  ].join('; ')
  return {
    backing: backing.backing,
    rejected,
    directory,
    freezer,
    memoryLimits,
    pidsLimits,
    fuse,
    sudo,
    privateNetwork,
    networkFilter,
    sweptHosts,
    summary,
  }
}
