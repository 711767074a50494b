import type { FaultCase, FaultGround } from '@caisson/testing'
import type { PlatformSandbox } from '../../../src/index.js'

export type Ground = FaultGround<PlatformSandbox>
export type PlatformFaultCase = FaultCase<PlatformSandbox>
