/** A value without what JSON cannot hold and without what must not be shown. */
export interface PlainValue {
  readonly value: unknown
  /** Paths of what was left out. */
  readonly omitted: readonly string[]
}

/** Copies a value, leaving out secret members (given by path from the root) and all that is not plain data. */
export function toPlainValue(value: unknown, path: string, secretPaths: readonly string[]): PlainValue {
  if (secretPaths.includes(path)) return { value: undefined, omitted: [path] }
  if (Array.isArray(value)) return copyList(value, path, secretPaths)
  if (isPlainObject(value)) return copyObject(value, path, secretPaths)
  return isPlainScalar(value) ? { value, omitted: [] } : { value: undefined, omitted: [path] }
}

/** A list with holes would mean something else, so it is left out as a whole. */
function copyList(list: readonly unknown[], path: string, secretPaths: readonly string[]): PlainValue {
  const items = list.map((item, index) => toPlainValue(item, `${path}.${index}`, secretPaths))
  const isWhole = items.every(({ omitted }) => omitted.length === 0)
  return isWhole ? { value: items.map((item) => item.value), omitted: [] } : { value: undefined, omitted: [path] }
}

function copyObject(object: object, path: string, secretPaths: readonly string[]): PlainValue {
  const members = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name, ...toPlainValue(member, `${path}.${name}`, secretPaths) }))
  const kept = members.filter((member) => member.value !== undefined)
  return {
    value: Object.fromEntries(kept.map((member) => [member.name, member.value])),
    omitted: members.flatMap((member) => member.omitted),
  }
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function isPlainScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}
