import { SandboxError } from '@caisson/core/workspace'
import type { EnvironmentSource } from '@caisson/kit/options'
import { resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../../src/options/index.js'

/** The error that refuses options, which may be of any type. */
export function optionFault(options: unknown, environment: EnvironmentSource = {}): SandboxError {
  try {
    resolveDaytonaOptions(options as DaytonaSandboxOptions, environment)
  } catch (error) {
    if (SandboxError.isInstance(error)) return error
    throw error
  }
  throw new Error('Expected the options to be refused')
}
