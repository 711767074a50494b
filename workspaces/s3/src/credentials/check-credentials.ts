import { rules } from '../options/rules.js'

/** What was expected of credentials that are wrong; `undefined` when they are right. Their values appear nowhere. */
export function checkCredentials(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return 'an object with accessKeyId and secretAccessKey'
  const members = given as Readonly<Record<string, unknown>>
  for (const name of ['accessKeyId', 'secretAccessKey', 'sessionToken'] as const) {
    const value = members[name]
    if (value === undefined && name === 'sessionToken') continue
    if (typeof value !== 'string' || !rules[name].isValid(value)) return `${name} made of ${rules[name].expected}`
  }
  const { expiration } = members
  if (expiration === undefined) return undefined
  return expiration instanceof Date && !Number.isNaN(expiration.getTime()) ? undefined : 'a Date as expiration'
}
