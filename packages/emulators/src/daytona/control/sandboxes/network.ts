import { isIPv4 } from 'node:net'
import { HttpFailure } from '../../../http/http-failure.js'
import type { BodyValues } from './body-values.js'
import type { NetworkSettings } from './sandbox.js'

const mostRanges = 10
const mostDomains = 20

export const openNetwork: NetworkSettings = { blockAll: false, allowList: '', domainAllowList: '' }

function partsOf(list: string): string[] {
  return list.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  return isIPv4(address) && bits !== undefined && /^\d{1,2}$/.test(bits) && Number(bits) <= 32 && rest.length === 0
}

function checkRanges(list: string): void {
  const ranges = partsOf(list)
  if (ranges.length > mostRanges)
    throw new HttpFailure(400, `Network allow list cannot contain more than ${mostRanges} networks`)
  const broken = ranges.find((range) => !isRange(range))
  if (broken !== undefined) throw new HttpFailure(400, `Invalid CIDR block in the network allow list: "${broken}"`)
}

function checkDomains(list: string): void {
  const domains = partsOf(list)
  if (domains.length > mostDomains)
    throw new HttpFailure(400, `Domain allow list cannot contain more than ${mostDomains} domains`)
  const broken = domains.find((domain) => !/^(\*\.)?([a-z\d-]+\.)*[a-z\d-]+$/i.test(domain))
  if (broken !== undefined) throw new HttpFailure(400, `Invalid domain in the domain allow list: "${broken}"`)
}

/** What a request says about the network, over what was before. */
export function readNetwork(body: BodyValues, before: NetworkSettings): NetworkSettings {
  const allowList = body.text('networkAllowList') ?? before.allowList
  const domainAllowList = body.text('domainAllowList') ?? before.domainAllowList
  checkRanges(allowList)
  checkDomains(domainAllowList)
  return { blockAll: body.flag('networkBlockAll') ?? before.blockAll, allowList, domainAllowList }
}

/**
 * Nothing outside may be reached, or only a part of it. Both cut a sandbox off from everything here: there are no rules for parts of a
 * network that does not exist.
 */
export function cutsOff({ blockAll, allowList, domainAllowList }: NetworkSettings): boolean {
  return blockAll || allowList !== '' || domainAllowList !== ''
}
