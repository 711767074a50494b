import type { FaultCase, FaultGround } from '@caisson/testing'
import type { DaytonaSandbox } from '../../../src/index.js'

export type Ground = FaultGround<DaytonaSandbox>
export type DaytonaFaultCase = FaultCase<DaytonaSandbox>
