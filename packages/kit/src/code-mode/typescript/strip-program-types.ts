import type { StrippedSource } from '@caisson/core'
import { inlineNamespace } from './inline-namespace.js'
import { transformTypeScript } from './transform-typescript.js'

/** Programs run in strict mode. The directive adds no line, so that lines stay those of the source. */
const directive = `'use strict';`
/** Each costs a pass over the whole program. */
const mostNamespaces = 100

/**
 * Makes plain JavaScript of a program in TypeScript, which may hold enums, namespaces, parameter properties and decorators;
 * syntax newer than ES2022 is put in older terms. Lines stay where they are.
 */
export async function stripProgramTypes(source: string): Promise<StrippedSource> {
  let text = `${directive}${source}`
  let stripped = await transformTypeScript(text)
  for (let count = 0; !stripped.ok && count < mostNamespaces; count += 1) {
    const inlined = await inlineNamespace(text, stripped.fault)
    if (inlined === undefined) break
    if (!inlined.ok) return inlined
    text = inlined.code
    stripped = await transformTypeScript(text)
  }
  return stripped
}
