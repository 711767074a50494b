import type { E2BSdk } from '../../driver/sdk.js'
import type { TemplateDefinition } from '../template-spec.js'

/**
 * A definition as it is now. Builders of the SDK are changed by every further step, and a program may add some for another sandbox while this one
 * is built: under a name that is made of the content, other content would be built. The SDK has no copy of its own; where one made here does not
 * say the same, the definition itself is taken.
 */
export async function frozenDefinition(sdk: E2BSdk, definition: TemplateDefinition): Promise<TemplateDefinition> {
  const copy = copyOf(definition)
  const [own, copied] = await Promise.all([sdk.Template.toJSON(definition, false), textOf(sdk, copy)])
  return copied === own ? copy : definition
}

function copyOf(definition: TemplateDefinition): TemplateDefinition {
  const copy = Object.create(Object.getPrototypeOf(definition) as object) as TemplateDefinition
  for (const [name, value] of Object.entries(definition) as [string, unknown][]) {
    Reflect.set(copy, name, Array.isArray(value) ? [...(value as unknown[])] : value)
  }
  return copy
}

async function textOf(sdk: E2BSdk, copy: TemplateDefinition): Promise<string | undefined> {
  try {
    return await sdk.Template.toJSON(copy, false)
  } catch {
    return undefined
  }
}
