import type { ExecuteCommandOptions } from '../contract/process.js'
import type { RequestScope } from '../contract/request-context.js'

/** Languages that `executeCode` runs; each needs its interpreter in the sandbox: `node`, `python3`, `bash`. */
export type CodeLanguage = 'javascript' | 'typescript' | 'python' | 'bash'

/** Options of `Workspace.executeCode()`. */
export interface ExecuteCodeOptions extends ExecuteCommandOptions, RequestScope {
  /** Default `javascript`. */
  language?: CodeLanguage | undefined
}
