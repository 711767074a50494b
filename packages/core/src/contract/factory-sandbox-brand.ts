/** By this member host applications tell factories of sandboxes, whichever of several copies of this package they come from. */
export const factorySandboxBrand: unique symbol = Symbol.for('mastra.factory.sandbox') as never
