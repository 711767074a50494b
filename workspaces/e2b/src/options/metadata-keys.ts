import { ownerKey } from '@caisson/kit/options'

/** Metadata that is different for each create request, so that a machine whose response was lost is found again. */
export const createTokenKey = 'caisson-create-token'

/** What a caller's metadata must not contain. */
export const reservedKeys: readonly string[] = [ownerKey, createTokenKey]
