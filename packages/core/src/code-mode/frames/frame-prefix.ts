/**
 * What every frame starts with. By default a nonce of the run follows it, so that printed text cannot be taken for a
 * frame.
 */
export const FRAME_PREFIX = '\u0000CODEMODE\u0000'
