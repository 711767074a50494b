import type { SandboxError } from '@caisson/core'
import type { EnvironmentSource } from '@caisson/kit/options'
import { sandboxErrorOf } from '@caisson/testing/providers'
import { resolveE2BOptions, type E2BSandboxOptions } from '../../../src/options/index.js'

/** The error that refuses options, which may be of any type. */
export function optionFault(options: unknown, environment: EnvironmentSource = {}): SandboxError {
  return sandboxErrorOf(() => resolveE2BOptions(options as E2BSandboxOptions, environment))
}
