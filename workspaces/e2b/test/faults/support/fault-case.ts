import type { FaultCase as AnyFaultCase, FaultGround } from '@caisson/testing'
import type { E2BSandbox } from '../../../src/index.js'

export type Ground = FaultGround<E2BSandbox>
export type FaultCase = AnyFaultCase<E2BSandbox>
