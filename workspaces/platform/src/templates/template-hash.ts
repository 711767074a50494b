import { createHash } from 'node:crypto'
import type { TemplateDefinition } from './template-definition.js'

const shownDigits = 16

/** Tells templates apart in logs: the first 16 hexadecimal digits of the SHA-256 of the definition. */
export function templateHash(definition: TemplateDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, shownDigits)
}
