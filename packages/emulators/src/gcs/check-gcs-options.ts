import { EmulatorError } from '../http/emulator-error.js'
import { HttpFailure } from '../http/http-failure.js'
import type { GCSEmulatorOptions } from './gcs-emulator-options.js'
import { checkBucketName } from './wire/object-name.js'

interface NumberRule {
  readonly least: number
  readonly most: number
}

const numbers = {
  port: { least: 0, most: 65_535 },
  latencyMs: { least: 0, most: 2 ** 31 - 1 },
  tokenLifetimeMs: { least: 1, most: 12 * 3_600_000 },
  pageSize: { least: 1, most: 1000 },
  rewriteBytesPerCall: { least: 1, most: Number.MAX_SAFE_INTEGER },
} as const satisfies Partial<Record<keyof GCSEmulatorOptions, NumberRule>>

function checkNumbers(options: GCSEmulatorOptions): void {
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const value = options[name]
    const { least, most } = numbers[name]
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue
    throw new EmulatorError('INVALID_OPTION', `${name}: expected ${least} to ${most}, given ${value}`)
  }
}

function checkBuckets({ buckets = [] }: GCSEmulatorOptions): void {
  const names = buckets.map((bucket) => (typeof bucket === 'string' ? bucket : bucket.name))
  if (new Set(names).size < names.length) throw new EmulatorError('INVALID_OPTION', 'buckets: a name is given twice')
  for (const name of names) {
    try {
      checkBucketName(name)
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      throw new EmulatorError('INVALID_OPTION', `buckets: ${error.message}`, { cause: error })
    }
  }
}

/** Throws INVALID_OPTION. */
export function checkGCSOptions(options: GCSEmulatorOptions): void {
  checkNumbers(options)
  checkBuckets(options)
}
