/** The path of an object, or of a directory with a slash at its end. Each segment is encoded on its own. */
export function objectPath(bucket: string, key: string): string {
  return `/fs/${encodeURIComponent(bucket)}/${key.split('/').map(encodeSegment).join('/')}`
}

/** Clients take `.` and `..` for steps in the tree, however they are written. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment)
}
