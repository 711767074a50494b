import { option, sandboxOptionShape, scalarRecordType } from '@caisson/kit/options'
import { z } from 'zod'
import { connectionOptionShape } from './connection-option-shape.js'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import { lifecycleType } from './lifecycle-type.js'
import { reservedKeys } from './metadata-keys.js'
import { networkJsonSchema, networkType } from './network-type.js'
import { templateOptionShape } from './template-option-shape.js'

/** Default of `timeout`. */
export const defaultTimeoutMs = 300_000
/** Default of `startTimeoutMs`. */
export const defaultStartTimeoutMs = 300_000

const shape = {
  sandboxId: option(z.string().min(1), {
    description: "E2B's own id of a machine to attach to. Only when that machine is gone, `id` decides.",
    type: 'string',
    expected: 'a string that is not empty',
    stored: 'none',
  }),
  ...templateOptionShape,
  timeout: option(z.number().positive(), {
    description:
      'Lifetime of the machine in milliseconds, applied at create, connect and resume, and extended while commands run. Not a limit of commands.',
    type: 'number',
    expected: 'a finite number of milliseconds above 0',
    default: defaultTimeoutMs,
  }),
  metadata: option(scalarRecordType(reservedKeys), {
    description: 'Stored with a new machine, as text.',
    type: 'Record<string, string | number | boolean>',
    expected: 'an object of strings, numbers and booleans',
    jsonSchema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  }),
  network: option(networkType, {
    description: "Who the machine may talk to, and who may talk to it, in the SDK's terms.",
    type: 'SandboxNetworkOpts',
    expected: 'an object',
    secretMembers: ['egressProxy', 'rules'],
    isVital: true,
    jsonSchema: networkJsonSchema,
  }),
  lifecycle: option(lifecycleType, {
    description: 'What happens when the lifetime is over. `stop()` always pauses.',
    type: 'SandboxLifecycle',
    expected: "an object whose member onTimeout is 'pause', 'kill' or an object with such an action",
    default: { onTimeout: 'pause' },
  }),
  checkpointName: option(z.string().min(1), {
    description: 'Checkpoint that `snapshot()` saves to, and that a new machine starts from once it has a state.',
    type: 'string',
    expected: 'a name that is not empty',
  }),
  seedCheckpointName: option(z.string().min(1), {
    description: 'Checkpoint that a new machine starts from when the other has no state yet.',
    type: 'string',
    expected: 'a name that is not empty',
  }),
  ...connectionOptionShape,
  ...sandboxOptionShape,
} satisfies Record<keyof E2BSandboxOptions, z.ZodType>

/** Everything that is known of the options of `E2BSandbox`. */
export const e2bOptionsSchema: z.ZodType<E2BSandboxOptions> = z.strictObject(shape)
