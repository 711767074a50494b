/**
 * Whether a function is meant to be called with `new`: written as a class, or compiled from one to a function whose
 * prototype has members or a parent.
 */
export function isClassValue(value: unknown): boolean {
  if (typeof value !== 'function') return false
  if (Function.prototype.toString.call(value).startsWith('class')) return true
  const prototype: unknown = value.prototype
  if (typeof prototype !== 'object' || prototype === null) return false
  return Object.getOwnPropertyNames(prototype).length > 1 || Object.getPrototypeOf(prototype) !== Object.prototype
}
