/**
 * The part of a function's name that stands for a tool: every character that an identifier cannot have becomes `_`, and
 * `_` precedes what cannot start one. The function is `external_` followed by it.
 */
export function sanitizeToolId(id: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9_$]/g, '_')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}
