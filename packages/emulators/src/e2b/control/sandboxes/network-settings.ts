import { isBoolean, isObject, isTexts, type Shape, verifyShape } from '../body-shape.js'

/**
 * What was asked about a sandbox's network. All of it is recorded and shown. Enforced is what cuts a sandbox off as a whole, at its creation;
 * otherwise sandboxes share the computer's network.
 */
export interface NetworkSettings {
  readonly allowOut?: readonly string[] | undefined
  readonly denyOut?: readonly string[] | undefined
  readonly rules?: Readonly<Record<string, unknown>> | undefined
  readonly egressProxy?: Readonly<Record<string, unknown>> | undefined
  readonly allowPublicTraffic?: boolean | undefined
  readonly maskRequestHost?: string | undefined
  readonly httpsPorts?: readonly number[] | undefined
  readonly allowInternetAccess?: boolean | undefined
}

export const networkShape: Shape = {
  allowOut: { type: 'texts' },
  denyOut: { type: 'texts' },
  rules: { type: 'object' },
  egressProxy: { type: 'object' },
  allowPublicTraffic: { type: 'boolean' },
  maskRequestHost: { type: 'text' },
  httpsPorts: { type: 'integers' },
  allow_internet_access: { type: 'boolean' },
}

/** Reads the settings out of a request, without the members that it does not name. */
export function parseNetwork(value: unknown, pointer = ''): NetworkSettings {
  if (value === undefined || value === null) return {}
  const body = verifyShape(value, networkShape, pointer)
  const { allowOut, denyOut, rules, egressProxy, allowPublicTraffic, maskRequestHost, httpsPorts } = body
  return {
    ...(isTexts(allowOut) ? { allowOut } : {}),
    ...(isTexts(denyOut) ? { denyOut } : {}),
    ...(isObject(rules) ? { rules } : {}),
    ...(isObject(egressProxy) ? { egressProxy } : {}),
    ...(isBoolean(allowPublicTraffic) ? { allowPublicTraffic } : {}),
    ...(typeof maskRequestHost === 'string' ? { maskRequestHost } : {}),
    ...(Array.isArray(httpsPorts) ? { httpsPorts: httpsPorts.map(Number) } : {}),
    ...(isBoolean(body['allow_internet_access']) ? { allowInternetAccess: body['allow_internet_access'] } : {}),
  }
}

const everything = '0.0.0.0/0'

/** No traffic out of the sandbox was to be possible. */
export function cutsOff({ allowInternetAccess, allowOut = [], denyOut = [] }: NetworkSettings): boolean {
  if (allowOut.length > 0) return false
  return allowInternetAccess === false || denyOut.includes(everything)
}

/** The settings as the API shows them: a proxy's password is never told. */
export function viewNetwork(network: NetworkSettings): Record<string, unknown> {
  const { allowInternetAccess: _hidden, egressProxy, ...rest } = network
  if (egressProxy === undefined) return rest
  const { password: _password, ...proxy } = egressProxy
  return { ...rest, egressProxy: proxy }
}
