/** Label under which a machine carries the logical id of its owner; other libraries use the same. */
export const ownerKey = 'mastra-sandbox-id'

/** Label that the SDK itself writes, from the option `language`. */
const languageKey = 'code-toolbox-language'

/** What a caller's labels must not contain. */
export const reservedLabels: readonly string[] = [ownerKey, languageKey]
