import type { SandboxInfo } from '@caisson/core/workspace'
import type { MachineFacts } from './machine-facts.js'

/** What is told of a machine, beside the configuration. */
export function machineInfo(
  { providerResourceId, status, createdAt }: MachineFacts,
  templatePending: MachineFacts['templatePending'],
  configuration: Readonly<Record<string, unknown>>,
): Partial<SandboxInfo> {
  const observed = { providerResourceId, platformStatus: status, templatePending }
  const metadata = Object.entries({ ...configuration, ...observed }).filter(([, value]) => value !== undefined)
  return { ...(createdAt ? { createdAt } : {}), metadata: Object.fromEntries(metadata) }
}
