import { HttpFailure } from '../../../http/http-failure.js'
import { isBoolean, isObject, isTextMap, numberOf, type Shape, textOf, verifyShape } from '../body-shape.js'
import type { TemplateChoice } from '../templates/template-choice.js'
import { parseNetwork } from './network-settings.js'
import type { SandboxSettings } from './sandbox.js'

/** The two ways to create a sandbox that the vendor has had. */
export type ApiVersion = 1 | 2

const defaultTimeoutSeconds = { 1: 15, 2: 300 } as const satisfies Record<ApiVersion, number>
const longestTimeoutSeconds = 24 * 3600

const createShape = {
  templateID: { type: 'text', required: true },
  alias: { type: 'text' },
  metadata: { type: 'textMap' },
  envVars: { type: 'textMap' },
  timeout: { type: 'integer' },
  allow_internet_access: { type: 'boolean' },
  network: { type: 'object' },
  secure: { type: 'boolean' },
  autoPause: { type: 'boolean' },
  autoPauseMemory: { type: 'boolean' },
  autoResume: { type: 'object' },
  volumeMounts: { type: 'array' },
  iam: { type: 'object' },
  mcp: { type: 'object' },
} as const satisfies Shape

/** What a request to create a sandbox says, checked. */
export interface CreateRequest {
  readonly template: string
  settings(choice: TemplateChoice, team: string): SandboxSettings
}

export function parseTimeout(seconds: number | undefined, defaultSeconds: number): number {
  const given = seconds ?? defaultSeconds
  if (given <= 0) throw new HttpFailure(400, 'Timeout must be greater than 0')
  if (given > longestTimeoutSeconds) {
    throw new HttpFailure(400, `Timeout cannot be greater than ${longestTimeoutSeconds / 3600} hours`)
  }
  return given * 1000
}

function parseAutoResume(value: unknown): boolean {
  return isObject(value) && value['enabled'] === true
}

function checkLifecycle(body: Record<string, unknown>): void {
  if (body['autoPauseMemory'] === false && body['autoPause'] !== true) {
    throw new HttpFailure(400, 'autoPauseMemory=false only applies when autoPause is true.')
  }
  if (body['autoPauseMemory'] === false && parseAutoResume(body['autoResume'])) {
    throw new HttpFailure(400, 'autoResume cannot be combined with autoPauseMemory=false.')
  }
  if (Array.isArray(body['volumeMounts']) && body['volumeMounts'].length > 0) {
    throw new HttpFailure(400, 'The emulator has no volumes: leave out volumeMounts')
  }
}

export function parseCreateRequest(value: Record<string, unknown>, version: ApiVersion): CreateRequest {
  const body = verifyShape(value, createShape)
  checkLifecycle(body)
  const timeoutMs = parseTimeout(numberOf(body, 'timeout'), defaultTimeoutSeconds[version])
  const network = parseNetwork(body['network'], '/network')
  const access = body['allow_internet_access']
  return {
    template: textOf(body, 'templateID') ?? '',
    settings: (choice, team) => ({
      ...choice,
      team,
      metadata: isTextMap(body['metadata']) ? body['metadata'] : {},
      envVars: isTextMap(body['envVars']) ? body['envVars'] : {},
      timeoutMs,
      onTimeout: body['autoPause'] === true ? 'pause' : 'kill',
      keepsMemory: body['autoPauseMemory'] !== false,
      autoResume: parseAutoResume(body['autoResume']),
      network: isBoolean(access) ? { ...network, allowInternetAccess: access } : network,
      isSecure: version === 2 || body['secure'] === true,
    }),
  }
}
