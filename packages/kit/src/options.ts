export { bothStartHooks } from './options/both-start-hooks.js'
export { cloneSandboxOptions, idleMinutesOf, type ClonableOptions } from './options/clone-sandbox-options.js'
export {
  credentialOption,
  textOption,
  trimCredential,
  urlOption,
  withoutSlash,
  type TextFacts,
  type TextOption,
} from './options/connection-options.js'
export { createSandboxProvider, type SandboxProviderFacts } from './options/create-sandbox-provider.js'
export { processEnvironment, type EnvironmentSource } from './options/environment.js'
export {
  defaultFactorySettings,
  FactorySettingsForm,
  type FactorySettings,
  type FactorySettingsFacts,
  type ReadFactorySettings,
} from './options/factory-settings.js'
export { option, type OptionFacts } from './options/option-facts.js'
export { optionsTable } from './options/options-table.js'
export { ownerKey } from './options/owner-key.js'
export { refuseSessionOptions } from './options/refuse-session-options.js'
export { requireConnection, type ConnectionSource } from './options/require-connection.js'
export { resolveOptionsLate, type LateOptions } from './options/resolve-options-late.js'
export { resolveOptions, type Alternative, type ResolveRequest, type ResolveResult } from './options/resolve-options.js'
export { sandboxOptionShape, type SandboxOptionShape } from './options/sandbox-option-shape.js'
export { scalarRecordToText, scalarRecordType } from './options/scalar-record.js'
export { storageOptionShape, type StorageOptionShape } from './options/storage-option-shape.js'
export type { StorageOptions } from './options/storage-options.js'
export { describeOptions, readStoredOptions } from './options/stored-options.js'
export { toJsonSchema } from './options/to-json-schema.js'
