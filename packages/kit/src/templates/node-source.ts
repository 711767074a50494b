import { invalidArgument } from '@caisson/core/workspace'
import type { NodeArchitecture } from './node-releases.js'

/** Where Node comes from. */
export interface NodeSource {
  /** The address that `/v<version>/node-v<version>-linux-<x64|arm64>.tar.gz` is below. Default `https://nodejs.org/dist`. */
  readonly baseUrl?: string | undefined
  /**
   * SHA-256 of the `.tar.gz`, 64 hexadecimal digits. Default: those that this library knows; of other versions the file `SHASUMS256.txt` beside
   * them, over https only.
   */
  readonly sha256?: Partial<Record<NodeArchitecture, string | undefined>> | undefined
}

export interface ReadNodeSource {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly sums: Partial<Record<NodeArchitecture, string>>
}

const architectures: readonly NodeArchitecture[] = ['x64', 'arm64']

/** Throws INVALID_ARGUMENT. */
export function readNodeSource(
  version: string,
  { baseUrl: given = 'https://nodejs.org/dist', sha256 = {} }: NodeSource,
  known: Readonly<Record<string, Readonly<Record<NodeArchitecture, string>>>>,
): ReadNodeSource {
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw invalidArgument({ name: 'nodeVersion', expected: 'three numbers such as 24.20.0', given: version })
  }
  const baseUrl = readBaseUrl(given)
  const found = architectures.map((architecture) => {
    const sum = readSum(architecture, sha256[architecture]) ?? known[version]?.[architecture]
    return sum === undefined ? [] : ([[architecture, sum]] as const)
  })
  const sums: ReadNodeSource['sums'] = Object.fromEntries(found.flat())
  if (baseUrl.startsWith('http:') && Object.keys(sums).length === 0) {
    const expected = 'an https address, or sha256 of what an http address gives'
    throw invalidArgument({ name: 'nodeSource.baseUrl', expected, given: baseUrl })
  }
  return { baseUrl, sums }
}

/** It becomes part of templates that others can read: no user and password. */
function readBaseUrl(given: string): string {
  const isAddress = typeof given === 'string' && /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.~%+-]+)*\/*$/i.test(given)
  if (isAddress) return given.replace(/\/+$/, '').replace(/^https?:/i, (scheme) => scheme.toLowerCase())
  const shown: unknown = typeof given === 'string' ? given.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '…') : given
  const expected = 'an http or https address without a user, a query or a fragment'
  throw invalidArgument({ name: 'nodeSource.baseUrl', expected, given: shown })
}

function readSum(architecture: NodeArchitecture, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string' && /^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase()
  throw invalidArgument({ name: `nodeSource.sha256.${architecture}`, expected: '64 hexadecimal digits', given })
}
