/**
 * By this member, which is `true`, host applications tell factories of sandboxes from other objects, whichever of several copies of this package
 * they come from.
 */
export const factorySandboxBrand: unique symbol = Symbol.for('mastra.factory.sandbox') as never
