/** Why the real cloud is not used; `undefined` when it is. `keyName`: the variable with the vendor's key. */
export function whyNotLive(keyName: string): string | undefined {
  if (process.env['CAISSON_LIVE'] !== '1') return 'CAISSON_LIVE=1 is not set'
  const key = process.env[keyName]
  return key === undefined || key === '' ? `${keyName} is not set` : undefined
}
