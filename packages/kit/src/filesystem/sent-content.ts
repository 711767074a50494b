/** Content on its way into a file, as the script sees it that puts it in place. */
export interface SentContent {
  /** Name of what is temporary beside the target. */
  readonly name: string
  readonly sizeBytes: number
  /** Where it was uploaded to. Otherwise it is the script's input. */
  readonly staged?: StagedFile | undefined
}

/** An uploaded file, in a directory of its own, which goes when the script ends. */
export interface StagedFile {
  readonly directory: string
  readonly file: string
}
