import type { ToolboxRoute } from '../http/route.js'
import { ToolboxError } from '../http/toolbox-error.js'

/** How deep the vendor's paths are below `/computeruse`. */
const depths = [1, 2, 3] as const
const methods = ['GET', 'POST', 'DELETE'] as const

function unavailable(): never {
  throw new ToolboxError(503, 'Computer-use functionality is not available: this sandbox has no desktop')
}

/** Sandboxes here have no screen; each call says so. */
export const computerUseRoutes: readonly ToolboxRoute[] = methods.flatMap((method) =>
  depths.map((depth) => {
    const rest = Array.from({ length: depth }, (_, index) => `/:part${index}`).join('')
    return { method, path: `/computeruse${rest}`, handle: unavailable }
  }),
)
