import { invalidArgument } from '@caisson/core/workspace'
import { defaultMountTools, mountTools, type MountTool } from '@caisson/kit/mounts'
import { defaultNodeVersion, installNodeCommand, type NodeSource } from '@caisson/kit/templates'
import { checkMembers } from '../resolve/known-members.js'
import { ownNodeSource } from './own-node-source.js'

/** What the default mountable template is made of. Everything is part of its identity. */
export interface MountableTemplateOptions {
  /** Processors of its machines. Default 2, which is E2B's. */
  readonly cpuCount?: number | undefined
  /** Memory of its machines in MiB. Default 1024, which is E2B's. */
  readonly memoryMB?: number | undefined
  /** Three numbers, such as `24.20.0`, which is the default. */
  readonly nodeVersion?: string | undefined
  /**
   * Where Node comes from, and its checksums. Default: nodejs.org, whose checksums are known for the default version. The same source is the same
   * identity, however it is written.
   */
  readonly nodeSource?: NodeSource | undefined
  /**
   * Programs that mount buckets. Default: the one for S3. Those for Google Cloud Storage and Azure come from repositories of
   * their vendors, and make the build longer.
   */
  readonly tools?: readonly MountTool[] | undefined
}

/** Options with their defaults. */
export interface MountableTemplateSettings {
  readonly resources: { readonly cpuCount: number; readonly memoryMB: number }
  readonly nodeVersion: string
  /** As far as it differs from the default. */
  readonly nodeSource: NodeSource | undefined
  /** In the kit's order, each once. */
  readonly tools: readonly MountTool[]
}

const members = [
  'cpuCount',
  'memoryMB',
  'nodeVersion',
  'nodeSource',
  'tools',
] as const satisfies readonly (keyof MountableTemplateOptions)[]

/** Throws INVALID_ARGUMENT, which names the option. `name`: what the options are called where they are given. */
export function readMountableOptions(
  options: MountableTemplateOptions = {},
  name = 'defaultTemplate',
): MountableTemplateSettings {
  checkMembers(name, options, members)
  const {
    cpuCount = 2,
    memoryMB = 1024,
    nodeVersion = defaultNodeVersion,
    nodeSource,
    tools = defaultMountTools,
  } = options
  // It has rules of its own for versions.
  installNodeCommand({ version: nodeVersion })
  return {
    resources: { cpuCount: readCount('cpuCount', cpuCount), memoryMB: readCount('memoryMB', memoryMB) },
    nodeVersion,
    nodeSource: ownNodeSource(nodeVersion, nodeSource),
    tools: readTools(tools),
  }
}

function readCount(name: string, given: number): number {
  if (Number.isSafeInteger(given) && given > 0) return given
  throw invalidArgument({ name, expected: 'a whole number above 0', given })
}

function readTools(given: readonly MountTool[]): readonly MountTool[] {
  const list: unknown = given
  const expected = `a list of ${mountTools.join(', ')}`
  if (!Array.isArray(list)) throw invalidArgument({ name: 'tools', expected, given })
  const unknown = list.findIndex((tool) => !mountTools.some((known) => known === tool))
  if (unknown !== -1) throw invalidArgument({ name: 'tools', expected, given: list[unknown] })
  return mountTools.filter((tool) => given.includes(tool))
}
