export {
  PlatformApiError,
  PlatformClient,
  type PlatformCall,
  type PlatformClientConfig,
  type PlatformClientOptions,
  type PlatformConnection,
  type PlatformUrlPrefix,
} from './client/index.js'
export {
  PlatformCodeModeTransport,
  type PlatformCodeModeTransportOptions,
} from './code-mode/platform-code-mode-transport.js'
export type { CheckpointResult } from './driver/checkpoints.js'
export type { TemplatePending } from './driver/machine-facts.js'
export { PlatformProcessManager } from './driver/platform-process-manager.js'
export {
  InProcessSandboxAddressRegistry,
  type SandboxAddress,
  type SandboxAddressRegistry,
} from './exec/address-registry.js'
export {
  SandboxDestroyedError,
  SandboxExecTransportError,
  type E2BExecRequest,
  type E2BExecResult,
  type E2BExecRunner,
  type ExecLease,
  type ExecSocket,
  type ExecSocketEvent,
  type PlatformBackend,
  type WebSocketFactory,
} from './exec/index.js'
export {
  execViaPrivateNetwork,
  PrivateNetExecHttpError,
  type PrivateNetExecRequest,
  type PrivateNetExecResult,
} from './exec/private-net/index.js'
export {
  PlatformFactorySandbox,
  type PlatformFactorySandboxOptions,
  type PlatformFactorySandboxSettings,
} from './factory/index.js'
export type {
  PlatformAzureBlobMountConfig,
  PlatformGCSMountConfig,
  PlatformMountConfig,
  PlatformS3MountConfig,
} from './mounts/index.js'
export type { PlatformSandboxOptions } from './options/index.js'
export { PlatformFilesystem, platformFilesystemProvider, type PlatformFilesystemOptions } from './storage/index.js'
export { PlatformSandbox } from './platform-sandbox.js'
export { platformSandboxProvider } from './provider.js'
export {
  createRepoTemplate,
  Template,
  type AptInstallOptions,
  type NpmInstallOptions,
  type PipInstallOptions,
  type PlatformTemplate,
  type PlatformTemplateContext,
  type PlatformTemplateResolver,
  type PlatformTemplateSpec,
  type RepoTemplateOptions,
  type TemplateArgument,
  type TemplateBuildOptions,
  type TemplateBuildStatus,
  type TemplateDefinition,
  type TemplateEnvsOptions,
  type TemplateMethod,
  type TemplateOperation,
} from './templates/index.js'
