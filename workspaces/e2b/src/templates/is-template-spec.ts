import type { DeferredNamedTemplateSpec, NamedTemplateSpec } from './template-spec.js'

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
