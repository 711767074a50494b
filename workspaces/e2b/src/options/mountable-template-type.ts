import { mountTools, type MountTool } from '@caisson/kit/mounts'
import type { NodeSource } from '@caisson/kit/templates'
import { z } from 'zod'
import type { MountableTemplateOptions } from '../templates/mountable/mountable-options.js'

const sum = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .optional()

const source = {
  baseUrl: z
    .string()
    .regex(/^https?:\/\//i)
    .optional(),
  sha256: z.strictObject({ x64: sum, arm64: sum }).optional(),
} satisfies Record<keyof NodeSource, z.ZodType>

const members = {
  cpuCount: z.int().positive().optional(),
  memoryMB: z.int().positive().optional(),
  nodeVersion: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .optional(),
  nodeSource: z.strictObject(source).optional(),
  tools: z.array(z.custom<MountTool>((tool) => mountTools.some((known) => known === tool))).optional(),
} satisfies Record<keyof MountableTemplateOptions, z.ZodType>

/** What the default mountable template is made of. */
export const mountableTemplateType: z.ZodType<MountableTemplateOptions> = z.strictObject(members)

const count = { type: 'integer', minimum: 1 } as const
const digits = { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' } as const

/** What an editor can offer of it. */
export const mountableTemplateJsonSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    cpuCount: { ...count, default: 2 },
    memoryMB: { ...count, default: 1024 },
    nodeVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    nodeSource: {
      type: 'object',
      properties: {
        baseUrl: { type: 'string' },
        sha256: { type: 'object', properties: { x64: digits, arm64: digits }, additionalProperties: false },
      },
      additionalProperties: false,
    },
    tools: { type: 'array', items: { type: 'string', enum: mountTools } },
  },
  additionalProperties: false,
}
