import type { SandboxEgressProxyOpts, SandboxNetworkOpts, SandboxNetworkRules, SandboxNetworkSelector } from 'e2b'
import { z } from 'zod'

const isCallable = (value: unknown): boolean => typeof value === 'function'
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Hosts, addresses and ranges, or a function that returns them. */
const selector = z.union([z.array(z.string()), z.custom<Exclude<SandboxNetworkSelector, string[]>>(isCallable)])

const proxy = {
  address: z.string().min(1),
  username: z.string().optional(),
  password: z.string().optional(),
} satisfies Record<keyof SandboxEgressProxyOpts, z.ZodType>

const members = {
  allowOut: selector.optional(),
  denyOut: selector.optional(),
  rules: z.custom<SandboxNetworkRules>(isObject).optional(),
  egressProxy: z.strictObject(proxy).optional(),
  allowPublicTraffic: z.boolean().optional(),
  maskRequestHost: z.string().optional(),
  httpsPorts: z.array(z.int().min(1).max(65_535)).optional(),
} satisfies Record<keyof SandboxNetworkOpts, z.ZodType>

/**
 * Who the machine may talk to. A mistyped member would open what it was to close, so unknown ones are refused. The SDK's type
 * only has no explicit `undefined`.
 */
export const networkType: z.ZodType<SandboxNetworkOpts> = z.strictObject(members) as z.ZodType<SandboxNetworkOpts>

const hosts = { type: 'array', items: { type: 'string' } } as const

/** What an editor can offer of it: lists instead of functions. */
export const networkJsonSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    allowOut: { ...hosts, description: 'Hosts, addresses and ranges that may be reached.' },
    denyOut: { ...hosts, description: 'Hosts, addresses and ranges that may not be reached.' },
    rules: { type: 'object', writeOnly: true, description: 'Changes to requests, by host.' },
    egressProxy: {
      type: 'object',
      properties: {
        address: { type: 'string', minLength: 1 },
        username: { type: 'string' },
        password: { type: 'string', writeOnly: true },
      },
      required: ['address'],
      additionalProperties: false,
      description: 'SOCKS5 proxy for what leaves the machine.',
    },
    allowPublicTraffic: { type: 'boolean', default: true, description: 'Ports can be reached without a token.' },
    maskRequestHost: { type: 'string', description: 'Host header that servers in the machine get to see.' },
    httpsPorts: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 65_535 } },
  },
  additionalProperties: false,
}
