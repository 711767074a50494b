export type { LiveCase, LiveTarget } from './live-case.js'
export { runLive, type LiveOptions, type LiveRun } from './run-live.js'
