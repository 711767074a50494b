export { all, effects, hadEffect, without, type EffectName, type Sight, type Sights } from './effects.js'
export { faultRows, type FaultCase, type FaultGround, type FaultRow } from './fault-case.js'
export { see } from './see.js'
