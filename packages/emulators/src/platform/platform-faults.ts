import { EmulatorError } from '../http/emulator-error.js'
import type { FaultEffect } from '../http/fault.js'
import type { FaultPlan } from '../http/fault-plan.js'
import { askAgent } from './agent/index.js'
import type { Cloud } from './control/cloud.js'
import { platformError } from './control/failure-body.js'
import type { Sandbox } from './control/sandboxes/sandbox.js'
import type { ExecCut, PlatformFaults } from './platform-emulator.js'

const execRoute = 'WS /exec'

const cuts: Readonly<Record<Extract<ExecCut, string>, FaultEffect>> = {
  beforeOpen: { resetConnection: true },
  afterOpen: { cutOnOpen: true },
  afterInit: { loseResponse: true },
  afterFirstByte: { cutAfterBytes: 1 },
  beforeExit: { cutBeforeEnd: true },
}

function effectOf(when: ExecCut): FaultEffect {
  return typeof when === 'string' ? cuts[when] : { cutAfterBytes: when.afterBytes }
}

/** What happens to single sandboxes. */
function sandboxFaults(cloud: Cloud): Pick<PlatformFaults, 'dropSessions' | 'expire' | 'kill'> {
  const { lifecycle } = cloud
  const sandboxOf = (id: string): Sandbox => {
    const sandbox = cloud.sandboxes.find(id)
    if (sandbox !== undefined && sandbox.destroyedAt === undefined) return sandbox
    throw new EmulatorError('UNKNOWN_SANDBOX', `sandbox ${JSON.stringify(id)}: expected one that is not destroyed`)
  }
  return {
    kill: async (id) => lifecycle.destroy(sandboxOf(id)),
    expire: async (id) => {
      const sandbox = sandboxOf(id)
      await lifecycle.capture(sandbox, sandbox.recoveryId)
      await lifecycle.destroy(sandbox)
    },
    dropSessions: async (id) => {
      await askAgent(sandboxOf(id).machine.socketPath, { method: 'DELETE', path: '/sessions' })
    },
  }
}

export function makeFaults(cloud: Cloud, plan: FaultPlan): PlatformFaults {
  const { settings } = cloud
  const holds = new Set<() => void>()
  return {
    ...sandboxFaults(cloud),
    next: (route, options) => plan.next(route, options),
    cutExec: (when, scope = {}) => plan.next(execRoute, { ...scope, ...effectOf(when) }),
    loseResponse: (route, scope = {}) => plan.next(route, { ...scope, loseResponse: true }),
    expireLeases: () => cloud.leases.forgetAll(),
    limitSandboxes: (count) => {
      settings.sandboxLimit = count ?? Number.POSITIVE_INFINITY
    },
    exceedQuota: (times = 1) => {
      const body = platformError(403, 'The quota of sandboxes is used up', 'quota_exceeded')
      return plan.next('POST /sandbox', { status: 403, body, times })
    },
    rateLimit: (route, { retryAfterSeconds = 1, times = 1 } = {}) => {
      return plan.next(route, { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) }, times })
    },
    holdTemplates: () => {
      const release = cloud.templates.hold()
      holds.add(release)
      return () => {
        holds.delete(release)
        release()
      }
    },
    clear: () => {
      plan.clear()
      for (const release of holds) release()
      holds.clear()
      settings.sandboxLimit = Number.POSITIVE_INFINITY
    },
  }
}
