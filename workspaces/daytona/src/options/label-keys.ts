import { ownerKey } from '@caisson/kit/options'

/** Label that the SDK itself writes, from the option `language`. */
const languageKey = 'code-toolbox-language'

/** What a caller's labels must not contain. */
export const reservedLabels: readonly string[] = [ownerKey, languageKey]
