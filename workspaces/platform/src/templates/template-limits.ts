/** The platform refuses what is larger. */
export const templateLimits: {
  readonly operations: number
  readonly definitionBytes: number
  readonly textCharacters: number
  readonly collectionEntries: number
  readonly familyCharacters: number
} = {
  operations: 256,
  definitionBytes: 256 * 1024,
  textCharacters: 32_768,
  collectionEntries: 512,
  familyCharacters: 200,
}
