import type { Sandbox } from './sandbox.js'
import { viewNetwork } from './network-settings.js'

/** What clients choose their behaviour by. */
export const envdVersion = '0.6.13'

const clientId = 'emulator'
export const diskSizeMB = 10_240

/** Members whose value is undefined are left out. */
function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** The answer to create, connect and fork. */
export function viewSandbox(sandbox: Sandbox, domain: string | undefined): Record<string, unknown> {
  const { settings } = sandbox
  return {
    sandboxID: sandbox.id,
    templateID: settings.templateId,
    clientID: clientId,
    envdVersion,
    ...present({
      alias: settings.alias,
      envdAccessToken: sandbox.envdToken,
      trafficAccessToken: sandbox.trafficToken,
    }),
    domain: domain ?? null,
  }
}

/** A row of a list. */
export function viewListed(sandbox: Sandbox): Record<string, unknown> {
  const { settings } = sandbox
  return {
    sandboxID: sandbox.id,
    templateID: settings.templateId,
    ...present({ alias: settings.alias }),
    clientID: clientId,
    startedAt: sandbox.startedAt.toISOString(),
    endAt: sandbox.endAt.toISOString(),
    cpuCount: settings.cpuCount,
    memoryMB: settings.memoryMB,
    diskSizeMB,
    metadata: settings.metadata,
    state: sandbox.phase === 'paused' ? 'paused' : 'running',
    envdVersion,
  }
}

/** Everything about one sandbox. */
export function viewDetail(sandbox: Sandbox, domain: string | undefined): Record<string, unknown> {
  const { settings, network } = sandbox
  return {
    ...viewListed(sandbox),
    ...present({ envdAccessToken: sandbox.envdToken }),
    domain: domain ?? null,
    allowInternetAccess: network.allowInternetAccess ?? null,
    network: viewNetwork(network),
    lifecycle: { onTimeout: settings.onTimeout, autoResume: settings.autoResume },
  }
}
