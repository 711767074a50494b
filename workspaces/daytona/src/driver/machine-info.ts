import type { SandboxInfo } from '@caisson/core/workspace'
import type { DaytonaMachine } from './daytona-machine.js'

/** What this host knows of a machine without asking, beside the configuration. */
export function machineInfo(
  machine: DaytonaMachine | undefined,
  configuration: Readonly<Record<string, unknown>>,
): Partial<SandboxInfo> {
  if (!machine) return { metadata: { ...configuration } }
  const { cpu, memory, disk, snapshot, target, user, state } = machine.sandbox
  return {
    resources: { cpuCores: cpu, memoryMB: memory * 1024, diskMB: disk * 1024 },
    metadata: { ...configuration, user, target, ...(snapshot === undefined ? {} : { snapshot }), machineState: state },
  }
}
