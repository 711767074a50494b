import { invalidArgument } from '@caisson/core/workspace'
import type { E2BSdk } from '../../driver/sdk.js'
import type { TemplateDefinition, TemplateResources } from '../template-spec.js'
import { digestOfCopiedFiles } from './copied-files.js'

interface Step {
  readonly type: string
  readonly args: readonly string[]
  readonly resolveSymlinks?: boolean
}

/** What the SDK sends of a definition. */
interface SentDefinition {
  readonly steps: readonly Step[]
  readonly fromImageRegistry?: unknown
}

/** Something that the name of a template is made from; see `contentName`. */
export interface DefinitionContent {
  readonly definition: object
  readonly resources: TemplateResources
}

/**
 * All that makes a difference to machines made from a definition: its base, its steps in their order, users, variables, the
 * files that it copies, and the size. Credentials of a registry are left out: the same image comes with others.
 *
 * Throws INVALID_ARGUMENT naming the step when files are missing or lie outside the context.
 */
export async function definitionContent(
  sdk: E2BSdk,
  template: TemplateDefinition,
  resources: TemplateResources = {},
): Promise<DefinitionContent> {
  const text = await sdk.Template.toJSON(template, false)
  const { fromImageRegistry: _credentials, ...definition } = JSON.parse(text) as SentDefinition
  const steps = await Promise.all(
    definition.steps.map(async (step) => {
      if (step.type !== 'COPY') return step
      const files = await digestOfCopiedFiles({ ...contextOf(template), ...copyOf(step) })
      return { ...step, files }
    }),
  )
  return { definition: { ...definition, steps }, resources }
}

function copyOf({ args, resolveSymlinks = false }: Step): {
  source: string
  destination: string
  followsLinks: boolean
} {
  const [source = '', destination = ''] = args
  return { source, destination, followsLinks: resolveSymlinks }
}

/** Where the files are. The SDK has no other way to ask a definition for it. */
function contextOf(template: TemplateDefinition): { context: string; ignored: readonly string[] } {
  const context: unknown = Reflect.get(template, 'fileContextPath')
  const ignored: unknown = Reflect.get(template, 'fileIgnorePatterns')
  if (typeof context !== 'string' && !Buffer.isBuffer(context)) {
    throw invalidArgument({
      name: 'template',
      expected: 'a definition that knows where its files are',
      given: template,
    })
  }
  const patterns: readonly unknown[] = Array.isArray(ignored) ? ignored : []
  return { context: context.toString(), ignored: patterns.map(String) }
}
