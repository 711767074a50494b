import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean()]).optional()

/** What a provider stores beside a machine, each value as text. Names that a provider needs for itself are refused. */
export function scalarRecordType(reserved: readonly string[]): z.ZodType<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).superRefine((values, context) => {
    for (const [key, value] of Object.entries(values)) {
      const expected = describeExpected(reserved, key, value)
      if (expected !== undefined) context.addIssue({ code: 'custom', path: [key], params: { expected } })
    }
  })
}

/** The values as text. Entries that are `undefined` are left out. */
export function scalarRecordToText(values: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}

function describeExpected(reserved: readonly string[], key: string, value: unknown): string | undefined {
  if (reserved.includes(key)) return 'nothing under this name, which is reserved for finding the machine again'
  return scalar.safeParse(value).success ? undefined : 'a string, a number or a boolean'
}
