/** A method of the builder that takes part in a definition. */
export type TemplateMethod =
  | 'aptInstall'
  | 'cpuCount'
  | 'memoryMB'
  | 'npmInstall'
  | 'pipInstall'
  | 'runCmd'
  | 'setEnvs'
  | 'setWorkdir'

/** What an operation is given: as JSON, with `null` in front of options where packages are left out. */
export type TemplateArgument =
  | number
  | string
  | null
  | readonly string[]
  | Readonly<Record<string, string>>
  | Readonly<Record<string, boolean>>

/** One step of a template. */
export interface TemplateOperation {
  readonly method: TemplateMethod
  readonly args: readonly TemplateArgument[]
}

/** A template as it is sent: plain JSON, without any value that is for the build alone. */
export interface TemplateDefinition {
  readonly schemaVersion: 1
  readonly operations: readonly TemplateOperation[]
  readonly family?: string
}
