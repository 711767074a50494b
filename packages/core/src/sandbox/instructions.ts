import type { RequestScope } from '../contract/request-context.js'
import type { InstructionsOption } from '../contract/sandbox.js'

/** The text for the agent: an override replaces it (also by nothing), a function makes it from the default. */
export function resolveInstructions(
  option: InstructionsOption | undefined,
  makeDefault: () => string,
  scope: RequestScope = {},
): string {
  if (typeof option === 'string') return option
  if (option === undefined) return makeDefault()
  return option({ defaultInstructions: makeDefault(), requestContext: scope.requestContext })
}
