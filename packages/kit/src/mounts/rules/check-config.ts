import { MountError } from '@caisson/core/workspace'
import type { FuseMountConfig } from '../mount-config.js'
import { configRules, type ConfigRules, type FieldRule } from './field-rules.js'

/**
 * A configuration of which every field is known and harmless: prefixes without slashes around, empty texts taken as absent.
 * Throws MountError naming the field otherwise; values that may be secret are not shown.
 */
export function checkConfig(config: Readonly<Record<string, unknown>>, mountPath: string): FuseMountConfig {
  const type = config.type
  if (type !== 's3' && type !== 'gcs' && type !== 'azure-blob') {
    throw new MountError(`A filesystem of type ${JSON.stringify(type)} cannot be mounted by FUSE`, mountPath)
  }
  const rules: ConfigRules = configRules[type]
  const checked: Record<string, unknown> = { type }
  for (const [name, rule] of Object.entries(rules.texts)) {
    const value = name === 'prefix' ? trimPrefix(config[name]) : config[name]
    const fault = textFault(value, rule)
    if (fault !== undefined) throw new MountError(`Invalid ${name}: ${fault}`, mountPath)
    if (value !== undefined && value !== '') checked[name] = value
  }
  for (const name of rules.flags) {
    const value = config[name]
    if (value !== undefined && typeof value !== 'boolean') {
      throw new MountError(`Invalid ${name}: expected true or false`, mountPath)
    }
    if (value !== undefined) checked[name] = value
  }
  for (const { holds, message } of rules.whole) if (!holds(checked)) throw new MountError(message, mountPath)
  return checked as FuseMountConfig
}

function trimPrefix(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/') : value
}

function textFault(value: unknown, rule: FieldRule): string | undefined {
  if (value === undefined || value === '') return rule.required === true ? `expected ${rule.expected}` : undefined
  if (typeof value === 'string' && rule.pattern.test(value)) return undefined
  const shown = rule.secret === true || typeof value !== 'string' ? '' : `, got ${JSON.stringify(value.slice(0, 80))}`
  return `expected ${rule.expected}${shown}`
}
