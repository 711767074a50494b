import { EmulatorError } from '../http/emulator-error.js'
import type { FaultPlan } from '../http/fault-plan.js'
import type { Cloud } from './control/cloud.js'
import { quotaMessage } from './control/limits/require-room.js'
import { rateLimitEffect } from './control/limits/rate-limit.js'
import type { Sandbox } from './control/sandboxes/sandbox.js'
import type { DaytonaBuildFaults } from './daytona-build-faults.js'
import type { DaytonaFaults } from './daytona-emulator.js'

const starts = ['POST /sandbox', 'POST /sandbox/{id}/start'] as const

function makeBuildFaults({ buildFaults, snapshots, snapshotMaker }: Cloud): DaytonaBuildFaults {
  return {
    nextBuild: ({ snapshot: name, ...fault }) => buildFaults.next({ ...fault, name }),
    holdBuilds: (snapshot) => buildFaults.hold(snapshot),
    deactivateSnapshot: (idOrName) => {
      const snapshot = snapshots.find(idOrName)
      if (snapshot?.state === 'active') return snapshotMaker.deactivate(snapshot)
      throw new EmulatorError('UNKNOWN_SNAPSHOT', `snapshot ${JSON.stringify(idOrName)}: expected one that is active`)
    },
  }
}

export function makeFaults(cloud: Cloud, plan: FaultPlan): DaytonaFaults {
  const { lifecycle, settings } = cloud
  const sandboxOf = (id: string): Sandbox => {
    const sandbox = cloud.sandboxes.findAny(id)
    if (sandbox) return sandbox
    throw new EmulatorError('UNKNOWN_SANDBOX', `sandbox ${JSON.stringify(id)}: expected one that is not destroyed`)
  }
  const stop = async (sandbox: Sandbox): Promise<void> => {
    lifecycle.stop(sandbox)
    await sandbox.transition
  }
  return {
    ...makeBuildFaults(cloud),
    next: (route, options) => plan.next(route, options),
    kill: async (id) => lifecycle.kill(sandboxOf(id)),
    stop: async (id) => stop(sandboxOf(id)),
    archive: async (id) => {
      const sandbox = sandboxOf(id)
      if (sandbox.state === 'started') await stop(sandbox)
      lifecycle.archive(sandbox)
      await sandbox.transition
    },
    fail: async (id, reason, { recoverable = false } = {}) => lifecycle.fail(sandboxOf(id), reason, recoverable),
    limitSandboxes: (count) => {
      settings.sandboxLimit = count ?? Number.POSITIVE_INFINITY
    },
    exceedQuota: (times = 1) => {
      const body = { statusCode: 403, error: 'Forbidden', message: quotaMessage(10) }
      return plan.next(starts, { status: 403, body, times })
    },
    rateLimit: (route, options = {}) => plan.next(route, rateLimitEffect(options)),
    holdTransitions: () => {
      lifecycle.holdTransitions()
      return () => lifecycle.releaseTransitions()
    },
    clear: () => {
      plan.clear()
      cloud.buildFaults.clear()
      lifecycle.releaseTransitions()
      settings.sandboxLimit = Number.POSITIVE_INFINITY
    },
  }
}
