/** Joins parts with `/`; empty parts and `.` vanish, and `..` is not interpreted. Empty when nothing is left. */
export function joinPath(...parts: string[]): string {
  const joined = parts.filter((part) => part !== '' && part !== '.').join('/')
  return joined.replace(/\/{2,}/g, '/')
}
