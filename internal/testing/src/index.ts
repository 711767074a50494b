export * from './budget/index.js'
export * from './faults/index.js'
export * from './live/index.js'
export * from './mounts/index.js'
