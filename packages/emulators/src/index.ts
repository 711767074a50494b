export * from './e2b/index.js'
export * from './gcs/index.js'
export * from './http/index.js'
export * from './machine/index.js'
