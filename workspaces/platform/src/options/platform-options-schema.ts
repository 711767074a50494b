import { option, sandboxOptionShape, textOption } from '@caisson/kit/options'
import { z } from 'zod'
import type { SandboxAddressRegistry } from '../exec/address-registry.js'
import { isTemplate, type PlatformTemplateSpec } from '../templates/index.js'
import { clientOptionShape } from '../client/index.js'
import type { PlatformSandboxOptions } from './platform-sandbox-options.js'
import { templateJsonSchema } from './template-json-schema.js'

const name = /^[^\s\p{Cc}]+$/u
const aFunction = { expected: 'a function', stored: 'none' } as const

const shape = {
  sandboxId: option(z.string().min(1), {
    description: "The platform's id of a sandbox to reconnect to. Only when it is gone is another one created.",
    type: 'string',
    expected: 'a string that is not empty',
    stored: 'none',
  }),
  environmentId: textOption((value) => name.test(value), {
    description: 'Environment that a new sandbox belongs to. Needed to create one, not to reconnect.',
    expected: 'the id of an environment',
    environment: ['MASTRA_ENVIRONMENT_ID'],
  }),
  seedCheckpointName: option(z.string().min(1), {
    description: 'Checkpoint that a new sandbox starts from when nothing is known of its `id`.',
    type: 'string',
    expected: 'the name of a checkpoint',
  }),
  template: option(z.custom<PlatformTemplateSpec>(isSpec), {
    description: 'What a new sandbox is made from: a template, or a function that is asked for one by each creation.',
    type: 'PlatformTemplate | (() => Promise<PlatformTemplate | undefined>)',
    expected: 'a template, its definition, or a function',
    defaultText: "the platform's recipe",
    isVital: true,
    jsonSchema: templateJsonSchema,
  }),
  idleTimeoutMinutes: option(z.number().positive(), {
    description: 'Minutes without activity after which the platform destroys the sandbox.',
    type: 'number',
    expected: 'a finite number of minutes above 0',
    defaultText: "the platform's",
    jsonSchema: { type: 'number', exclusiveMinimum: 0 },
  }),
  networkIsolation: option(z.enum(['ISOLATED', 'PRIVATE']), {
    description: '`ISOLATED`: out to the internet only. `PRIVATE`: into the private network as well.',
    type: "'ISOLATED' | 'PRIVATE'",
    expected: "'ISOLATED' or 'PRIVATE'",
    defaultText: "`'ISOLATED'`",
    jsonSchema: { type: 'string', enum: ['ISOLATED', 'PRIVATE'], default: 'ISOLATED' },
  }),
  timeout: option(z.number().min(0), {
    description: 'Time-out of `executeCommand` in milliseconds where a call gives none; 0 is no limit.',
    type: 'number',
    expected: 'a finite number of milliseconds that is not negative',
    defaultText: 'none',
  }),
  stopBehavior: option(z.enum(['destroy', 'detach']), {
    description: 'What `stop()` does: `destroy` removes the sandbox, `detach` lets go of it and keeps it.',
    type: "'destroy' | 'detach'",
    expected: "'destroy' or 'detach'",
    default: 'destroy',
  }),
  webSocketFactory: option(callable<Required<PlatformSandboxOptions>['webSocketFactory']>(), {
    ...aFunction,
    description: 'Opens sockets for commands.',
    type: '(url: string, protocols: string[]) => WebSocket',
    defaultText: "the runtime's own, else `ws`",
  }),
  e2bExecRunner: option(callable<Required<PlatformSandboxOptions>['e2bExecRunner']>(), {
    ...aFunction,
    description: 'Runs commands in sandboxes that the platform keeps at E2B; needed for those only.',
    type: 'E2BExecRunner',
  }),
  addressRegistry: option(z.custom<SandboxAddressRegistry>(isRegistry), {
    description: 'Remembers where sandboxes are in the private network, so that commands go there directly.',
    type: 'SandboxAddressRegistry',
    expected: 'an object with the methods get, set and delete',
    defaultText: 'none: they do not',
    stored: 'none',
  }),
  privateNetFetch: option(callable<typeof fetch>(), {
    ...aFunction,
    description: 'Used for requests within the private network.',
    type: 'typeof fetch',
    defaultText: "the runtime's own",
  }),
  ...clientOptionShape,
  ...sandboxOptionShape,
  id: option(z.string().min(1), {
    description:
      'Logical id, and the key to recover by: a new sandbox starts from the last checkpoint of the one before it.',
    type: 'string',
    expected: 'a string that is not empty',
    defaultText: 'made from time and chance, which recovers nothing',
  }),
  restartOnGone: option(z.boolean(), {
    description:
      'Replaces a sandbox that turns out to be gone within the call that notices, instead of with the next one.',
    type: 'boolean',
    expected: 'a boolean',
    default: false,
  }),
} satisfies Record<keyof PlatformSandboxOptions, z.ZodType>

/** Everything that is known of the options of `PlatformSandbox`. */
export const platformOptionsSchema: z.ZodType<PlatformSandboxOptions> = z.strictObject(shape)

function callable<Type>(): z.ZodType<Exclude<Type, undefined>> {
  return z.custom<Exclude<Type, undefined>>((value) => typeof value === 'function')
}

function isRegistry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return ['get', 'set', 'delete'].every((method) => typeof Reflect.get(value, method) === 'function')
}

function isSpec(value: unknown): boolean {
  if (typeof value === 'function') return true
  return isTemplate(value) || (typeof value === 'object' && value !== null && 'schemaVersion' in value)
}
