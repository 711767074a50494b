import type { EntryInfo } from 'e2b'

/** Whether an entry is a directory, or a link to one. The vendor's enumeration is not loaded only to compare with it. */
export function isDirectory(entry: EntryInfo): boolean {
  const type: string | undefined = entry.type
  return type === 'dir'
}
