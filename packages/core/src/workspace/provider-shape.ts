import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { describeValue } from '../errors/argument-error.js'
import { filesystemMethods } from '../filesystem/filesystem-methods.js'
import { isClassValue } from './class-value.js'

/** What a value must look like to serve as one part of a workspace. */
interface ProviderShape {
  /** For messages. */
  readonly noun: string
  readonly methods: readonly string[]
  /** One of these must be there; empty: no such demand. */
  readonly capabilities: readonly string[]
}

const identity = ['id', 'name', 'provider', 'status'] as const satisfies readonly (keyof WorkspaceSandbox &
  keyof WorkspaceFilesystem)[]

const sandboxCapabilities = [
  'executeCommand',
  'processes',
  'writeFiles',
  'filesystem',
  'computer',
  'networking',
] as const satisfies readonly (keyof WorkspaceSandbox)[]

/** The parts of a workspace whose shape can be checked. */
export type ProviderKind = 'sandbox' | 'filesystem'

const shapes: Readonly<Record<ProviderKind, ProviderShape>> = {
  sandbox: { noun: 'a sandbox', methods: [], capabilities: sandboxCapabilities },
  filesystem: { noun: 'a filesystem', methods: filesystemMethods, capabilities: [] },
}

/**
 * Says what a value is instead of a sandbox or a filesystem (`the class LocalSandbox; pass an instance …`), or
 * `undefined` when it is one. Looks at the members only, so that any object of the shape serves.
 */
export function describeShapeFault(kind: ProviderKind, value: unknown): string | undefined {
  if (isClassValue(value)) {
    const name = typeof value === 'function' && value.name !== '' ? value.name : 'it'
    return `${describeValue(value)}; pass an instance, made with new ${name}(…)`
  }
  if (typeof value !== 'object' || value === null) return describeValue(value)
  const missing = listMissing(shapes[kind], value)
  return missing.length === 0 ? undefined : `${describeValue(value)} without ${missing.join(', ')}`
}

function listMissing(shape: ProviderShape, value: object): string[] {
  const members = value as Readonly<Record<string, unknown>>
  const missing: string[] = identity.filter((name) => typeof members[name] !== 'string' || members[name] === '')
  missing.push(...shape.methods.filter((name) => typeof members[name] !== 'function'))
  if (shape.capabilities.length === 0 || typeof members['executeCommand'] === 'function') return missing
  // Only whether a capability is there: reading one can throw before the sandbox has started.
  const isCapable = shape.capabilities.some((name) => name !== 'executeCommand' && name in members)
  return isCapable ? missing : [...missing, shape.capabilities.join(' or ')]
}
