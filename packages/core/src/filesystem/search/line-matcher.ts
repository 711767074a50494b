import type { FilesystemGrepMatch } from '../../contract/filesystem.js'

/** Finds the matches of one pattern in one file after another. */
export interface LineMatcher {
  /**
   * @param maxMatches stop after so many
   * @throws UnsupportedGrepPatternError when matching takes too long
   */
  search(bytes: Uint8Array, maxMatches: number): Promise<FilesystemGrepMatch[]>
  close(): Promise<void>
}
