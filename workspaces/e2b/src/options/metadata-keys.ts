/** Metadata under which a machine carries the logical id of its owner; other libraries use the same. */
export const ownerKey = 'mastra-sandbox-id'

/** Metadata that is different for each create request, so that a machine whose response was lost is found again. */
export const createTokenKey = 'caisson-create-token'

/** What a caller's metadata must not contain. */
export const reservedKeys: readonly string[] = [ownerKey, createTokenKey]
