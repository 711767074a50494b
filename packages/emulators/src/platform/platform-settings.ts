import { EmulatorError } from '../http/emulator-error.js'
import type { CloudSettings } from './control/cloud-settings.js'
import type { PlatformEmulatorOptions } from './platform-emulator-options.js'

const minute = 60_000

const defaults = {
  leaseTtlMs: 15 * minute,
  destroyedKeptMs: 10 * minute,
  checkpointIntervalMs: 5 * minute,
  idleTimeoutMinutes: 30,
  minuteMs: minute,
  latencyMs: 0,
} as const

type TimeName = keyof typeof defaults

const least: Readonly<Record<TimeName, number>> = {
  leaseTtlMs: 1,
  destroyedKeptMs: 0,
  checkpointIntervalMs: 1,
  idleTimeoutMinutes: 1,
  minuteMs: 1,
  latencyMs: 0,
}

function readTime(options: PlatformEmulatorOptions, name: TimeName): number {
  const value = options[name] ?? defaults[name]
  if (value >= least[name] && value < 2 ** 31) return value
  throw new EmulatorError('INVALID_OPTION', `${name}: expected ${least[name]} or more, given ${value}`)
}

/** Throws INVALID_OPTION. */
export function readSettings(options: PlatformEmulatorOptions): CloudSettings {
  const { port = 0, buckets = ['files'] } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EmulatorError('INVALID_OPTION', `port: expected 0 to 65535, given ${port}`)
  }
  if (buckets.length === 0 || buckets.includes('')) {
    throw new EmulatorError('INVALID_OPTION', 'buckets: expected the name of one bucket at least')
  }
  return {
    accessTokens: options.accessTokens ?? [],
    trustedCertificates: options.trustedCertificates ?? [],
    defaultBackend: 'railway',
    features: options.features ?? ['stdin'],
    durableSessions: options.durableSessions ?? true,
    leaseTtlMs: options.leaseTtlMs === null ? null : readTime(options, 'leaseTtlMs'),
    destroyedKeptMs: readTime(options, 'destroyedKeptMs'),
    checkpointIntervalMs: readTime(options, 'checkpointIntervalMs'),
    idleTimeoutMinutes: readTime(options, 'idleTimeoutMinutes'),
    minuteMs: readTime(options, 'minuteMs'),
    latencyMs: readTime(options, 'latencyMs'),
    buckets,
    pageSize: options.pageSize,
    url: '',
    sandboxLimit: Number.POSITIVE_INFINITY,
  }
}
