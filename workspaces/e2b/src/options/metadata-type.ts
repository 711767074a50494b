import { z } from 'zod'
import { reservedKeys } from './metadata-keys.js'

const scalar = z.union([z.string(), z.number(), z.boolean()]).optional()

/** Metadata that has a text form and leaves our own keys alone. */
export const metadataType: z.ZodType<Record<string, unknown>> = z
  .record(z.string(), z.unknown())
  .superRefine((metadata, context) => {
    for (const [key, value] of Object.entries(metadata)) {
      const expected = describeExpected(key, value)
      if (expected !== undefined) context.addIssue({ code: 'custom', path: [key], params: { expected } })
    }
  })

function describeExpected(key: string, value: unknown): string | undefined {
  if (reservedKeys.includes(key)) return 'nothing under this name, which is reserved for finding the machine again'
  return scalar.safeParse(value).success ? undefined : 'a string, a number or a boolean'
}

/** Metadata as E2B stores it. Entries that are `undefined` are left out. */
export function metadataToText(metadata: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}
