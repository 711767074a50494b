import { SandboxError } from '@caisson/core/workspace'
import type { EnvironmentSource } from '@caisson/kit/options'
import { resolveE2BOptions, type E2BSandboxOptions } from '../../../src/options/index.js'

/** The error that refuses options, which may be of any type. */
export function optionFault(options: unknown, environment: EnvironmentSource = {}): SandboxError {
  try {
    resolveE2BOptions(options as E2BSandboxOptions, environment)
  } catch (error) {
    if (SandboxError.isInstance(error)) return error
    throw error
  }
  throw new Error('Expected the options to be refused')
}
