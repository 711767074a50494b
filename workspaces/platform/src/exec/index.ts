export {
  InProcessSandboxAddressRegistry,
  type SandboxAddress,
  type SandboxAddressRegistry,
} from './address-registry.js'
export type { E2BExecRequest, E2BExecResult, E2BExecRunner } from './e2b-exec.js'
export type { ExecEnd, ExecRequest, ExecStream, OpenExec } from './exec-channel.js'
export type { ExecLease, PlatformBackend } from './exec-lease.js'
export { featuresOf, type Features } from './features.js'
export { LeaseCache, type LeaseSource } from './lease-cache.js'
export { leasedExec, type LeasedExecConfig } from './leased-exec.js'
export { openPlatformLines } from './open-lines.js'
export * from './private-net/index.js'
export { machineExec, type MachineExec, type MachineExecConfig } from './machine-exec.js'
export { mintLease } from './read-lease.js'
export { runPlatformScript, type ScriptPlace } from './run-script.js'
export { SandboxDestroyedError, type DestroyedFacts } from './sandbox-destroyed-error.js'
export { SandboxExecTransportError, type ExecTransportFacts } from './sandbox-exec-transport-error.js'
export { inputBytesOf } from './script-input.js'
export { spawnForeground, type ForegroundPlace } from './spawn-foreground.js'
export { openWebSocket, type ExecSocket, type ExecSocketEvent, type WebSocketFactory } from './web-socket.js'
