export { createCodeMode, type CodeModeResult } from './create-code-mode.js'
export { createCodeModeTool, type CodeModeTool } from './create-code-mode-tool.js'
export { createCodeModeInstructions } from './create-code-mode-instructions.js'
export { StdioCodeModeTransport, type StdioCodeModeTransportOptions } from './stdio-code-mode-transport.js'
export type { CodeModeConfig, CodeModeToolInput, CodeModeTools } from './config/code-mode-config.js'
export { codeModeLimits, type ResolvedCodeModeLimits } from './config/code-mode-limits.js'
export type { CodeModeObserver, CodeModeToolContext, CodeModeWorkspace } from './tool/code-mode-context.js'
export type { CodeModeSchema, CodeModeToolArguments } from './tool/code-mode-schemas.js'
export type { ValidationFailure } from './tool/validation-failure.js'
export { ToolInputError } from './tool/tool-input-error.js'
export { NotAllowedError } from './run/not-allowed-error.js'
export { TooManyCallsError } from './run/too-many-calls-error.js'
export { SerializationError } from './values/serialization-error.js'
export { ValueTooLargeError } from './values/value-too-large-error.js'
export { serializeValue } from './values/serialize-value.js'
export { FRAME_PREFIX } from './frames/frame-prefix.js'
export { FrameDecoder, type FrameDecoderOptions, type FrameSink } from './frames/frame-decoder.js'
export { parseRunnerFrame } from './frames/parse-runner-frame.js'
export { buildRunner, type BuildRunnerOptions } from './runner/build-runner.js'
export type { CodeModeExternal } from './runner/boot-message.js'
export { buildProgramModule } from './program/build-program-module.js'
export { prepareProgram, type PreparedProgram } from './program/prepare-program.js'
export { runProgram } from './run/run-program.js'
export { createSandboxLauncher, type SandboxLauncherOptions } from './run/create-sandbox-launcher.js'
export type {
  ProgramExit,
  ProgramLauncher,
  ProgramOutput,
  ProgramProcess,
  ProgramStart,
} from './run/program-launcher.js'
export { sanitizeToolId } from './stubs/sanitize-tool-id.js'
export { generateStubs, type CodeModeStub } from './stubs/generate-stubs.js'
export { jsonSchemaToTsString } from './stubs/json-schema-to-ts-string.js'
