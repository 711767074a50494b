import { isIPv4 } from 'node:net'
import { z } from 'zod'

/** IPv4 ranges, separated by commas. How many are allowed depends on the installation, which says so itself. */
export const networkListType: z.ZodType<string> = listType(
  isRange,
  'IPv4 ranges such as 10.0.0.0/8, separated by commas; a single address is a.b.c.d/32',
)

/** Domains, each with all that is below it where `*.` stands before it, separated by commas. */
export const domainListType: z.ZodType<string> = listType(
  isDomain,
  'domains such as example.com or *.example.com, separated by commas, without scheme, port and path',
)

/** The list as it is sent: without spaces and without what an extra comma makes. */
export function normalizeList(list: string): string
export function normalizeList(list: string | undefined): string | undefined
export function normalizeList(list: string | undefined): string | undefined {
  return list === undefined ? undefined : entriesOf(list).join(',')
}

/** An empty list is refused: the vendor would take it for no list, and leave open what was to be closed. */
function listType(isEntry: (entry: string) => boolean, expected: string): z.ZodType<string> {
  return z.string().superRefine((list, context) => {
    const entries = entriesOf(list)
    if (entries.length > 0 && entries.every(isEntry)) return
    const words = entries.length === 0 ? `at least one entry, or no list: ${expected}` : expected
    context.addIssue({ code: 'custom', path: [], params: { expected: words } })
  })
}

function entriesOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isRange(entry: string): boolean {
  const [, address = '', bits = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(entry) ?? []
  return isIPv4(address) && Number(bits) <= 32
}

function isDomain(entry: string): boolean {
  const domain = entry.startsWith('*.') ? entry.slice(2) : entry
  const labels = domain.split('.')
  const isWellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  // A last label of digits only would be an address.
  return domain.length <= 253 && labels.length > 1 && isWellFormed && !/^\d+$/.test(labels.at(-1) ?? '')
}
