export type * from './contract/descriptor.js'
export * from './workspace/provider-registry.js'
