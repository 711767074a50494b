import { invalidArgument } from '@caisson/core/workspace'
import { defaultMountTools, mountTools, type MountTool } from '@caisson/kit/mounts'
import { defaultNodeVersion, installNodeCommand, type NodeSource } from '@caisson/kit/templates'

/** What the default mountable template is made of. Everything is part of its identity. */
export interface MountableTemplateOptions {
  /** Processors of its machines. Default 2. */
  readonly cpuCount?: number | undefined
  /** Memory of its machines in MiB. Default 1024. */
  readonly memoryMB?: number | undefined
  /** Three numbers, such as `24.20.0`, which is the default. */
  readonly nodeVersion?: string | undefined
  /** Where Node comes from, and its checksums. Default: nodejs.org, whose checksums are known for the default version. */
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
  readonly nodeSource: NodeSource | undefined
  /** In the kit's order, each once. */
  readonly tools: readonly MountTool[]
}

/** Throws INVALID_ARGUMENT, which names the option. */
export function readMountableOptions(options: MountableTemplateOptions = {}): MountableTemplateSettings {
  const { cpuCount = 2, memoryMB = 1024, nodeVersion = defaultNodeVersion, nodeSource, tools } = options
  const settings = {
    resources: { cpuCount: readCount('cpuCount', cpuCount), memoryMB: readCount('memoryMB', memoryMB) },
    nodeVersion,
    nodeSource,
    tools: readTools(tools ?? defaultMountTools),
  }
  // It has rules of its own for versions and addresses.
  installNodeCommand({ version: nodeVersion, source: nodeSource })
  return settings
}

function readCount(name: string, given: number): number {
  if (Number.isSafeInteger(given) && given > 0) return given
  throw invalidArgument({ name, expected: 'a whole number above 0', given })
}

function readTools(given: readonly MountTool[]): readonly MountTool[] {
  const list: unknown = given
  const expected = `a list of ${mountTools.join(', ')}`
  if (!Array.isArray(list)) throw invalidArgument({ name: 'tools', expected, given })
  const unknown: unknown = list.find((tool) => !mountTools.some((known) => known === tool))
  if (unknown !== undefined) throw invalidArgument({ name: 'tools', expected, given: unknown })
  return mountTools.filter((tool) => given.includes(tool))
}
