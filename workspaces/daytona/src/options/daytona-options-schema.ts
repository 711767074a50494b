import { option, sandboxOptionShape, scalarRecordType } from '@caisson/kit/options'
import { z } from 'zod'
import { connectionOptionShape } from './connection-option-shape.js'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import { reservedLabels } from './label-keys.js'
import { machineOptionShape } from './machine-option-shape.js'
import { networkOptionShape } from './network-option-shape.js'

/** Default of `timeout`. */
export const defaultTimeoutMs = 300_000

const shape = {
  sandboxId: option(z.string().min(1), {
    description: "Daytona's own id of a machine to attach to. Only when that machine is gone, `id` decides.",
    type: 'string',
    expected: 'a string that is not empty',
    stored: 'none',
  }),
  name: option(z.string().regex(/^[^\p{Cc}]+$/u), {
    description: 'Display name of a new machine, unique in the organization. Not its identity.',
    type: 'string',
    expected: 'a string that is not empty',
    defaultText: 'the `id`',
    stored: 'form',
  }),
  timeout: option(z.number().min(0), {
    description: 'Time-out of `executeCommand` in milliseconds where a call gives none; 0 is no limit.',
    type: 'number',
    expected: 'a finite number of milliseconds that is not negative',
    default: defaultTimeoutMs,
  }),
  labels: option(scalarRecordType(reservedLabels), {
    description: 'Stored with a new machine, as text.',
    type: 'Record<string, string | number | boolean>',
    expected: 'an object of strings, numbers and booleans',
    jsonSchema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  }),
  strictOptions: option(z.boolean(), {
    description: 'Makes options that would be ignored an error, instead of a warning in the log.',
    type: 'boolean',
    expected: 'a boolean',
    default: false,
  }),
  ...machineOptionShape,
  ...networkOptionShape,
  ...connectionOptionShape,
  ...sandboxOptionShape,
} satisfies Record<keyof DaytonaSandboxOptions, z.ZodType>

/** Everything that is known of the options of `DaytonaSandbox`. */
export const daytonaOptionsSchema: z.ZodType<DaytonaSandboxOptions> = z.strictObject(shape)
