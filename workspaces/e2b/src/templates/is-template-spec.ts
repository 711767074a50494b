import { isTemplateName, isTemplateRef } from './resolve/template-names.js'
import type { DeferredNamedTemplateSpec, NamedTemplateSpec, TemplateDefinition } from './template-spec.js'

/** Whether something is a named template. */
export function isNamedSpec(value: unknown): value is NamedTemplateSpec {
  return typeof value === 'object' && value !== null && 'ref' in value && 'template' in value
}

/** Whether something is a template that is known only when it is needed. */
export function isDeferredSpec(value: unknown): value is DeferredNamedTemplateSpec {
  return (
    typeof value === 'object' && value !== null && 'resolveSpec' in value && typeof value.resolveSpec === 'function'
  )
}

/** Whether something is a definition made with the SDK, of whatever copy of it. */
export function isDefinition(value: unknown): value is TemplateDefinition {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
}

/** Whether something can be the option `template`. */
export function isTemplateSpec(value: unknown): boolean {
  if (typeof value === 'string') return isTemplateName(value)
  if (isNamedSpec(value)) return isTemplateRef(value.ref)
  return typeof value === 'function' || isDeferredSpec(value) || isDefinition(value)
}
