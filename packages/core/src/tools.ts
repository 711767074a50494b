export type * from './contract/code-mode.js'
export * from './code-mode/index.js'
