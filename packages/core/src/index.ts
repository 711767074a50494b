export * from './workspace.js'
export * from './tools.js'
