/** Limits of S3, and what is chosen within them. Tests make them small. */
export interface S3Limits {
  /** How long an answer may take, in milliseconds. */
  readonly answerTimeMs: number
  /** How much longer the store may take to put the parts of an upload together. */
  readonly completionTimeMs: number
  /** Content is expected to be sent or copied at least this fast. */
  readonly bytesPerMs: number
  /** Size of the parts of an upload. All are of one size, as some stores demand. */
  readonly uploadPartBytes: number
  /** Parts that are uploaded at the same time; memory is bounded by one more. */
  readonly uploadsAtOnce: number
  /** Parts of an upload, at most. */
  readonly mostParts: number
  /** What is larger is copied in parts. */
  readonly copyBytes: number
  readonly copyPartBytes: number
  /** Parts that are copied at the same time. */
  readonly copiesAtOnce: number
}

const mebibyte = 1024 * 1024

export const s3Limits: S3Limits = {
  answerTimeMs: 60_000,
  completionTimeMs: 240_000,
  bytesPerMs: 64,
  uploadPartBytes: 16 * mebibyte,
  uploadsAtOnce: 3,
  mostParts: 10_000,
  copyBytes: 5 * 1024 * mebibyte,
  copyPartBytes: 512 * mebibyte,
  copiesAtOnce: 8,
}
