export * from './mounts/index.js'
