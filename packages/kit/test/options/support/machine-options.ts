import type { SandboxOptions } from '@caisson/core/driver'
import { z } from 'zod'
import { option, sandboxOptionShape } from '../../../src/options.js'

/** Options of a made-up provider with one option of each kind. */
export interface MachineOptions extends SandboxOptions {
  region?: string | undefined
  size?: number | undefined
  image?: string | (() => string) | undefined
  proxy?: { address: string; password?: string | undefined } | undefined
  apiKey?: string | undefined
  token?: string | undefined
  endpoint?: string | undefined
}

const text = z.string().min(1)

const shape = {
  region: option(z.enum(['eu', 'us']), {
    description: 'Where machines are.',
    type: "'eu' | 'us'",
    expected: "'eu' or 'us'",
    default: 'eu',
  }),
  size: option(z.number().positive(), { description: 'Size.', type: 'number', expected: 'a number above 0' }),
  image: option(z.custom<string | (() => string)>(isImage), {
    description: 'Image.',
    type: 'string | (() => string)',
    expected: 'a name or a function',
    isVital: true,
    jsonSchema: { type: 'string' },
  }),
  proxy: option(z.strictObject({ address: text, password: text.optional() }), {
    description: 'Proxy.',
    type: '{ address, password }',
    expected: 'an object',
    secretMembers: ['password'],
    isVital: true,
  }),
  apiKey: option(text.max(8), {
    description: 'Key.',
    type: 'string',
    expected: 'a key',
    environment: ['MACHINE_KEY', 'OLD_MACHINE_KEY'],
    secret: true,
  }),
  token: option(text.max(8), {
    description: 'Token.',
    type: 'string',
    expected: 'a token',
    environment: ['MACHINE_TOKEN'],
    secret: true,
  }),
  endpoint: option(z.url(), {
    description: 'Endpoint.',
    type: 'string',
    expected: 'a URL',
    environment: ['MACHINE_URL'],
    default: 'https://machines.example',
  }),
  ...sandboxOptionShape,
} satisfies Record<keyof MachineOptions, z.ZodType>

export const machineSchema: z.ZodType<MachineOptions> = z.strictObject(shape)

function isImage(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'function'
}
