import { EmulatorError } from '../http/emulator-error.js'
import type { FaultPlan } from '../http/fault-plan.js'
import type { Cloud } from './control/cloud.js'
import type { Sandbox } from './control/sandboxes/sandbox.js'
import type { E2BFaults } from './e2b-emulator.js'

const creations = ['POST /v2/sandboxes', 'POST /sandboxes'] as const

export function makeFaults(cloud: Cloud, plan: FaultPlan): E2BFaults {
  const sandboxOf = (id: string): Sandbox => {
    const sandbox = cloud.sandboxes.find(id)
    if (sandbox) return sandbox
    throw new EmulatorError('UNKNOWN_SANDBOX', `sandbox ${JSON.stringify(id)}: expected one that is not gone`)
  }
  return {
    next: (route, options) => plan.next(route, options),
    kill: async (id) => cloud.lifecycle.kill(sandboxOf(id)),
    pause: async (id, { keepMemory = true } = {}) => cloud.lifecycle.pause(sandboxOf(id), keepMemory),
    expire: async (id) => cloud.lifecycle.expire(sandboxOf(id)),
    limitSandboxes: (count) => {
      cloud.settings.sandboxLimit = count ?? Number.POSITIVE_INFINITY
    },
    exceedQuota: (times = 1) => {
      const message = 'you have reached the maximum number of concurrent E2B sandboxes'
      return plan.next(creations, { status: 429, body: { code: 429, message }, times })
    },
    clear: () => {
      plan.clear()
      cloud.settings.sandboxLimit = Number.POSITIVE_INFINITY
    },
  }
}
