/** Where a machine carries the logical id of its owner: the name of a label, or of whatever a vendor stores. Other libraries use the same. */
export const ownerKey = 'mastra-sandbox-id'
