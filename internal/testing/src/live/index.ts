export type { LiveCase, LiveNeed, LiveTarget } from './live-case.js'
export { runLive, type LiveOptions, type LiveRun } from './run-live.js'
export { whyNotLive } from './why-not-live.js'
