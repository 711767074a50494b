import { EmulatorError } from '../http/emulator-error.js'
import type { FaultPlan } from '../http/fault-plan.js'
import type { Cloud } from './control/cloud.js'
import type { Sandbox } from './control/sandboxes/sandbox.js'
import type { E2BBuildFaults } from './e2b-build-faults.js'
import type { E2BFaults } from './e2b-emulator.js'
import { requestBuild } from './control/templates/request-build.js'

const creations = ['POST /v2/sandboxes', 'POST /sandboxes'] as const

function makeBuildFaults(cloud: Cloud, lagMs: number): E2BBuildFaults {
  const { buildFaults, settings } = cloud
  return {
    nextBuild: ({ template: name, ...fault }) => buildFaults.next({ ...fault, name }),
    holdBuilds: (template) => buildFaults.hold(template),
    leaveBuild: (ref, { ageMs = 0 } = {}) => {
      const wanted = { name: ref, tags: [], cpuCount: undefined, memoryMB: undefined }
      const { template, build } = requestBuild(cloud, settings.teams.first, wanted, new Date(Date.now() - ageMs))
      return { templateId: template.id, buildId: build.id }
    },
    limitBuilds: (count) => {
      settings.buildLimit = count ?? Number.POSITIVE_INFINITY
    },
    lagTemplates: (ms) => {
      settings.templateLagMs = ms ?? lagMs
    },
  }
}

/** `lagMs`: how much later templates are seen without faults. */
export function makeFaults(cloud: Cloud, plan: FaultPlan, lagMs: number): E2BFaults {
  const buildFaults = makeBuildFaults(cloud, lagMs)
  const sandboxOf = (id: string): Sandbox => {
    const sandbox = cloud.sandboxes.find(id)
    if (sandbox) return sandbox
    throw new EmulatorError('UNKNOWN_SANDBOX', `sandbox ${JSON.stringify(id)}: expected one that is not gone`)
  }
  return {
    ...buildFaults,
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
    rateLimit: (route, { retryAfterSeconds = 1, times = 1 } = {}) => {
      return plan.next(route, { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) }, times })
    },
    clear: () => {
      plan.clear()
      cloud.buildFaults.clear()
      buildFaults.limitBuilds(undefined)
      buildFaults.lagTemplates(undefined)
      cloud.settings.sandboxLimit = Number.POSITIVE_INFINITY
    },
  }
}
