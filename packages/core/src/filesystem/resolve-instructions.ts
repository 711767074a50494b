import type { RequestScope } from '../contract/request-context.js'
import type { InstructionsOption } from '../contract/sandbox.js'

/** A string replaces the default (an empty one too), a function makes its own from it. */
export function resolveInstructions(
  option: InstructionsOption | undefined,
  makeDefault: () => string,
  { requestContext }: RequestScope = {},
): string {
  if (typeof option === 'string') return option
  if (option === undefined) return makeDefault()
  return option({ defaultInstructions: makeDefault(), requestContext })
}
