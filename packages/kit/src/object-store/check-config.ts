import { invalidArgument } from '@caisson/core/workspace'
import { checkOptions, is, type OptionRule } from '@caisson/core/driver'
import type { ObjectStoreConfig } from './object-store-config.js'

const driverMethods = ['check', 'head', 'get', 'put', 'putStream', 'copy', 'delete', 'list', 'classifyError'] as const

const rules: Readonly<Record<keyof ObjectStoreConfig, OptionRule>> = {
  driver: { expected: `an object with ${driverMethods.join(', ')}`, check: isDriver },
  name: { expected: 'a filled string', check: is.filledText },
  provider: { expected: 'a filled string', check: is.filledText },
  idPrefix: { expected: 'a filled string', check: is.filledText },
  metadata: { expected: 'an object', check: is.record },
  id: { expected: 'a filled string', check: is.filledText },
  prefix: { expected: 'a string', check: (value) => typeof value === 'string' },
  readOnly: { expected: 'a boolean', check: is.flag },
  displayName: { expected: 'a filled string', check: is.filledText },
  icon: { expected: 'the name of an icon', check: is.filledText },
  description: { expected: 'a string', check: is.text },
  instructions: { expected: 'a string or a function', check: (value) => is.text(value) || is.callable(value) },
  textExtensions: { expected: 'an array of extensions', check: is.textList },
  onInit: { expected: 'a function', check: is.callable },
  onDestroy: { expected: 'a function', check: is.callable },
}

/** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong. */
export function checkConfig(config: ObjectStoreConfig): void {
  checkOptions<ObjectStoreConfig>('ObjectStoreFilesystem', config, rules)
  if (config.driver !== undefined) return
  throw invalidArgument({
    name: 'ObjectStoreFilesystem option driver',
    expected: rules.driver.expected,
    given: undefined,
  })
}

function isDriver(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return driverMethods.every((method) => typeof Reflect.get(value, method) === 'function')
}
