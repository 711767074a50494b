import type { TemplateBuilder, TemplateClass } from 'e2b'
import type { Logger } from '@caisson/core/workspace'

/** A definition made with the SDK. */
export type TemplateDefinition = TemplateClass & object

/** A definition that stands on files of its own, which can go once they were sent. */
export interface PreparedTemplate {
  readonly template: TemplateDefinition
  /** Called once, when the files were sent or could not be. */
  readonly dispose?: (() => Promise<void>) | undefined
}

/** Makes a definition only when it has to be built. */
export type TemplateMaker = () => Promise<PreparedTemplate>

/** A template under a name of your own: taken if it exists, built if it is missing. */
export interface NamedTemplateSpec {
  /** `name` or `name:tag`. Names have lower-case letters, digits, `-` and `_`; tags also `.`. */
  readonly ref: string
  /** What is built when `ref` is missing. */
  readonly template: TemplateDefinition | TemplateMaker
  /**
   * Taken when the build fails or takes too long: a name, a definition, or another named template whose own fallback does
   * not count. Without one, or when it fails too, the default mountable template is taken.
   */
  readonly fallbackTemplate?: string | TemplateDefinition | NamedTemplateSpec | undefined
  /** An older build to go on with while `ref` is built in the background. */
  readonly staleRef?: string | undefined
  /** Tags that the build gets beside the one in `ref`. */
  readonly buildTags?: readonly string[] | undefined
  /** Size of machines made from the build. Default: E2B's. */
  readonly buildResources?: TemplateResources | undefined
  /** What the definition's files hold and no line of the build's log and no error may show. */
  readonly secrets?: readonly string[] | undefined
}

/** Size of the machines that a template makes. */
export interface TemplateResources {
  readonly cpuCount?: number | undefined
  readonly memoryMB?: number | undefined
}

/** What the resolution of a deferred template is given. */
export interface TemplateResolveContext {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** A named template that is known only once a machine has to be created, such as one of a repository's newest commit. */
export interface DeferredNamedTemplateSpec {
  /** Asked once for each creation. When it rejects, the default mountable template is taken. */
  resolveSpec(context: TemplateResolveContext): Promise<NamedTemplateSpec>
}

/**
 * The image of a new machine: an id or name at E2B; a definition made with the SDK; a function that adds to the definition of
 * the default mountable template; or a template under a name of your own, known at once or only when it is needed.
 */
export type TemplateSpec =
  | string
  | TemplateDefinition
  | ((base: TemplateBuilder) => TemplateClass)
  | NamedTemplateSpec
  | DeferredNamedTemplateSpec
