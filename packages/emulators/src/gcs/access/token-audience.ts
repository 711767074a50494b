/** What the vendor's own clients sign assertions for, whatever the key file says. */
export const googleTokenAddress = 'https://oauth2.googleapis.com/token'

const googleAudiences: ReadonlySet<string> = new Set([
  googleTokenAddress,
  'https://www.googleapis.com/oauth2/v4/token',
  'https://accounts.google.com/o/oauth2/token',
])

/** Whether an assertion is for this endpoint of tokens, under an address of the emulator or the vendor's. */
export function isTokenAudience(audience: string, origins: readonly string[]): boolean {
  return googleAudiences.has(audience) || origins.some((origin) => audience === `${origin}/token`)
}
