import type { Logger } from '@caisson/core/workspace'
import type { TemplateBuildOptions, TemplateBuildStatus } from './template-build-options.js'
import type { TemplateDefinition } from './template-definition.js'
import type {
  AptInstallOptions,
  NpmInstallOptions,
  PipInstallOptions,
  TemplateEnvsOptions,
} from './template-options.js'

/**
 * What a sandbox's machine is made with, step by step. Immutable: each method returns another template. Steps are done in their order, in a
 * build on the platform.
 *
 * Every method throws `TypeError` for values of the wrong type, empty texts and unknown options, and `RangeError` for more than 256 steps,
 * 256 KiB of definition, 32 768 characters of a text or 512 entries of a collection.
 */
export interface PlatformTemplate {
  /** How many processors; a whole number above 0. The last one counts. */
  cpuCount(count: number): PlatformTemplate
  /** How much memory, in MiB; a whole number above 0. The last one counts. */
  memoryMB(size: number): PlatformTemplate
  /** Runs a command of the shell, or several of which each needs the success of those before. */
  runCmd(command: string | readonly string[]): PlatformTemplate
  /** Where later commands run, and those of the sandboxes. */
  setWorkdir(directory: string): PlatformTemplate
  /** Environment variables for later steps, and for sandboxes unless they are ephemeral. */
  setEnvs(variables: Readonly<Record<string, string>>, options?: TemplateEnvsOptions): PlatformTemplate
  /** Installs packages of the system. */
  aptInstall(packages: string | readonly string[], options?: AptInstallOptions): PlatformTemplate
  /** Installs packages of Python; without packages, the project in the present directory. */
  pipInstall(packages?: string | readonly string[], options?: PipInstallOptions): PlatformTemplate
  /** Installs packages of Node; without packages, those that the project in the present directory needs. */
  npmInstall(packages?: string | readonly string[], options?: NpmInstallOptions): PlatformTemplate
  /**
   * Names templates that can stand in for each other, such as those of one repository at different commits: while this one is being built,
   * a sandbox may boot from another of its family with the same resources. At most 200 characters.
   */
  withFamily(key: string): PlatformTemplate
  /**
   * Asks the platform to build this template, and says how that stands; asking again is how to wait for it. Sandboxes need no build before:
   * their creation starts one and does not wait for it.
   *
   * @throws PlatformApiError when the platform refuses.
   */
  build(options?: TemplateBuildOptions): Promise<TemplateBuildStatus>
  /** The definition, without ephemeral values. */
  toJSON(): TemplateDefinition
}

/** What a sandbox tells the function that finds its template. */
export interface PlatformTemplateContext {
  /** The sandbox's. */
  readonly logger: Logger
}

/** Finds out, each time a machine is made, which template it is made of; `undefined`: the platform's own. */
export type PlatformTemplateResolver = (context?: PlatformTemplateContext) => Promise<PlatformTemplate | undefined>

/** What the option `template` takes. */
export type PlatformTemplateSpec = PlatformTemplate | PlatformTemplateResolver | TemplateDefinition
