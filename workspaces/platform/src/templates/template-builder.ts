import { positiveInteger, switches, text, texts, variables } from './check-arguments.js'
import type { PlatformTemplate } from './platform-template.js'
import type { TemplateBuildOptions, TemplateBuildStatus } from './template-build-options.js'
import type { TemplateArgument, TemplateDefinition, TemplateMethod } from './template-definition.js'
import { templateLimits } from './template-limits.js'
import type {
  AptInstallOptions,
  NpmInstallOptions,
  PipInstallOptions,
  TemplateEnvsOptions,
} from './template-options.js'
import type { RequestHolder, TemplateRequest } from './template-request.js'

interface TemplateState {
  readonly definition: TemplateDefinition
  /** Ephemeral: never shown. */
  readonly buildEnvs: Readonly<Record<string, string>>
}

const emptyState: TemplateState = { definition: { schemaVersion: 1, operations: [] }, buildEnvs: {} }

/** The one implementation of templates. What it holds is private, so that no secret is shown where a template is printed. */
export class TemplateBuilder implements PlatformTemplate, RequestHolder {
  readonly #state: TemplateState

  constructor(state: TemplateState = emptyState) {
    this.#state = state
  }

  cpuCount(count: number): PlatformTemplate {
    return this.#add('cpuCount', [positiveInteger('cpuCount', count)])
  }

  memoryMB(size: number): PlatformTemplate {
    return this.#add('memoryMB', [positiveInteger('memoryMB', size)])
  }

  runCmd(command: string | readonly string[]): PlatformTemplate {
    return this.#add('runCmd', [texts('runCmd', command)])
  }

  setWorkdir(directory: string): PlatformTemplate {
    return this.#add('setWorkdir', [text('setWorkdir', directory)])
  }

  setEnvs(given: Readonly<Record<string, string>>, options?: TemplateEnvsOptions): PlatformTemplate {
    const checked = variables('setEnvs', given)
    const isEphemeral = switches('setEnvs options', options, ['ephemeral'])?.['ephemeral'] === true
    if (!isEphemeral) return Object.keys(checked).length === 0 ? this : this.#add('setEnvs', [checked])
    const buildEnvs = variables('setEnvs', { ...this.#state.buildEnvs, ...checked })
    return new TemplateBuilder({ ...this.#state, buildEnvs })
  }

  aptInstall(packages: string | readonly string[], options?: AptInstallOptions): PlatformTemplate {
    const given = switches('aptInstall options', options, ['noInstallRecommends', 'fixMissing'])
    return this.#add('aptInstall', withOptions([texts('aptInstall', packages)], given))
  }

  pipInstall(packages?: string | readonly string[], options?: PipInstallOptions): PlatformTemplate {
    return this.#install('pipInstall', packages, switches('pipInstall options', options, ['g']))
  }

  npmInstall(packages?: string | readonly string[], options?: NpmInstallOptions): PlatformTemplate {
    return this.#install('npmInstall', packages, switches('npmInstall options', options, ['g', 'dev']))
  }

  withFamily(key: string): PlatformTemplate {
    const family = text('withFamily', key)
    if (family.length > templateLimits.familyCharacters) {
      throw new RangeError(`withFamily: more than ${templateLimits.familyCharacters} characters`)
    }
    return this.#with({ ...this.#state.definition, family })
  }

  async build(options: TemplateBuildOptions = {}): Promise<TemplateBuildStatus> {
    const { buildTemplate } = await import('./build-template.js')
    return buildTemplate(this, options)
  }

  toJSON(): TemplateDefinition {
    return this.#state.definition
  }

  toRequest(): TemplateRequest {
    const { definition, buildEnvs } = this.#state
    const isEmpty = Object.keys(buildEnvs).length === 0
    return { templateDefinition: definition, templateBuildEnvs: isEmpty ? undefined : buildEnvs }
  }

  #install(
    method: 'npmInstall' | 'pipInstall',
    packages: string | readonly string[] | null | undefined,
    options: Readonly<Record<string, boolean>> | undefined,
  ): PlatformTemplate {
    const isNamed = packages !== undefined && packages !== null
    if (!isNamed && options === undefined) return this.#add(method, [])
    return this.#add(method, withOptions([isNamed ? texts(method, packages) : null], options))
  }

  #add(method: TemplateMethod, args: readonly TemplateArgument[]): TemplateBuilder {
    const { definition } = this.#state
    if (definition.operations.length >= templateLimits.operations) {
      throw new RangeError(`${method}: a template has at most ${templateLimits.operations} steps`)
    }
    return this.#with({ ...definition, operations: [...definition.operations, deepFreeze({ method, args })] })
  }

  #with(definition: TemplateDefinition): TemplateBuilder {
    if (Buffer.byteLength(JSON.stringify(definition)) > templateLimits.definitionBytes) {
      throw new RangeError(`the definition of a template has at most ${templateLimits.definitionBytes} bytes`)
    }
    Object.freeze(definition.operations)
    return new TemplateBuilder({ ...this.#state, definition: Object.freeze(definition) })
  }
}

function withOptions(
  args: readonly TemplateArgument[],
  options: Readonly<Record<string, boolean>> | undefined,
): readonly TemplateArgument[] {
  return options === undefined ? args : [...args, options]
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
