import type { SandboxInfo } from '@caisson/core/workspace'
import type { E2BMachine } from './e2b-machine.js'

/** What this host knows of a machine without asking, beside the configuration. */
export function machineInfo(
  machine: E2BMachine | undefined,
  configuration: Readonly<Record<string, unknown>>,
): Partial<SandboxInfo> {
  const { templateId, cpuCount, memoryMB } = machine?.facts ?? {}
  return {
    ...(machine ? { timeoutAt: new Date(machine.keepAlive.endMs) } : {}),
    ...(cpuCount === undefined || memoryMB === undefined ? {} : { resources: { cpuCores: cpuCount, memoryMB } }),
    metadata: { ...configuration, ...(templateId === undefined ? {} : { templateId }) },
  }
}
