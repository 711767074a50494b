import { invalidArgument } from '@caisson/core/workspace'
import { installNodeCommand, type NodeSource } from '@caisson/kit/templates'
import { checkMembers } from '../resolve/known-members.js'

const processors = ['x64', 'arm64'] as const satisfies readonly (keyof NonNullable<NodeSource['sha256']>)[]
const members = ['baseUrl', 'sha256'] as const satisfies readonly (keyof NodeSource)[]

/**
 * What differs from where Node of a version comes from by default, in one way of writing: names are made of it, and the same source is to have the
 * same name. `undefined`: nothing differs. Throws INVALID_ARGUMENT, which names the member.
 */
export function ownNodeSource(version: string, given: NodeSource | undefined): NodeSource | undefined {
  if (given === undefined) return undefined
  checkMembers('nodeSource', given, members)
  if (given.sha256 !== undefined) checkMembers('nodeSource.sha256', given.sha256, processors)
  const command = (source: NodeSource): string => installNodeCommand({ version, source }).text
  // It has rules of its own for addresses and sums.
  command(given)
  const usual = command({})
  const sums = processors.flatMap((processor) => {
    const sum = given.sha256?.[processor]?.toLowerCase()
    return sum === undefined || command({ sha256: { [processor]: sum } }) === usual ? [] : [[processor, sum] as const]
  })
  const address = given.baseUrl === undefined ? undefined : sameAddress(given.baseUrl)
  const hasUsualAddress =
    address === undefined || (address.startsWith('https:') && command({ baseUrl: address }) === usual)
  if (hasUsualAddress && sums.length === 0) return undefined
  return {
    ...(hasUsualAddress ? {} : { baseUrl: address }),
    ...(sums.length === 0 ? {} : { sha256: Object.fromEntries(sums) }),
  }
}

/** Capitals in the name of a host, the usual port, and slashes at the end make no difference. */
function sameAddress(given: string): string {
  if (URL.canParse(given)) return new URL(given).href.replace(/\/+$/, '')
  throw invalidArgument({ name: 'nodeSource.baseUrl', expected: 'an http or https address', given })
}
