import { z } from 'zod'
import { option } from './option-facts.js'
import { resolveOptions } from './resolve-options.js'
import { toJsonSchema } from './to-json-schema.js'

/** What people may choose for sandboxes that a host application makes. Everything may be left out. */
export interface FactorySettings {
  /** How many processors machines have. */
  cpuCount?: number | undefined
  /** How much memory machines have, in MiB. */
  memoryMb?: number | undefined
  /** Minutes without activity after which a machine is paused or removed. */
  idleTimeoutMinutes?: number | undefined
}

/** Settings that were checked. */
export interface ReadFactorySettings {
  readonly cpuCount: number
  readonly memoryMb: number
  /** `undefined`: neither a setting nor a default of the host says it. */
  readonly idleTimeoutMinutes: number | undefined
}

export interface FactorySettingsFacts {
  /** Whose settings they are, for errors: the name of a class. */
  readonly owner: string
  /** More processors than this cannot be had. */
  readonly mostProcessors: number
}

/** Holds where neither a setting nor the host says anything. */
export const defaultFactorySettings: Required<FactorySettings> & ReadFactorySettings = {
  cpuCount: 2,
  memoryMb: 1024,
  idleTimeoutMinutes: 5,
}

/** The settings of one kind of sandbox: what a form offers, and how they are read. */
export class FactorySettingsForm {
  readonly #owner: string
  readonly #schema: z.ZodType<FactorySettings>

  constructor({ owner, mostProcessors }: FactorySettingsFacts) {
    this.#owner = owner
    const shape = {
      cpuCount: count('cpuCount', [1, mostProcessors], 'Processors of a machine. Another number is another template.'),
      memoryMb: count('memoryMb', [512, 65_536], 'Memory of a machine in MiB. Another size is another template.'),
      idleTimeoutMinutes: count(
        'idleTimeoutMinutes',
        [1, 1440],
        'Minutes without activity after which a machine ends.',
      ),
    } satisfies Record<keyof FactorySettings, z.ZodType>
    this.#schema = z.strictObject(shape)
  }

  /** JSON Schema for a form, made at each call. The defaults are the host's where it has some that a person could choose. */
  describe(hostDefaults: FactorySettings = {}): Readonly<Record<string, unknown>> {
    const { properties, ...schema } = toJsonSchema(this.#schema)
    const described = Object.entries(properties as Readonly<Record<string, object>>).map(([name, property]) => {
      const value = hostDefaults[name as keyof FactorySettings]
      if (value === undefined) return [name, property]
      const { default: _ours, ...others } = property as { readonly default?: unknown }
      const isChoice = this.#schema.safeParse({ [name]: value }).success
      return [name, isChoice ? { ...others, default: value } : others]
    })
    return { ...schema, properties: Object.fromEntries(described) as unknown }
  }

  /** What was chosen, else what the host says. Throws INVALID_ARGUMENT naming the setting. */
  read(settings: FactorySettings = {}, hostDefaults: FactorySettings = {}): ReadFactorySettings {
    this.#check(hostDefaults, `${this.#owner} defaults`)
    this.#check(settings, this.#owner)
    const defaults = defaultFactorySettings
    return {
      cpuCount: settings.cpuCount ?? hostDefaults.cpuCount ?? defaults.cpuCount,
      memoryMb: settings.memoryMb ?? hostDefaults.memoryMb ?? defaults.memoryMb,
      idleTimeoutMinutes: settings.idleTimeoutMinutes ?? hostDefaults.idleTimeoutMinutes,
    }
  }

  #check(settings: FactorySettings, owner: string): void {
    resolveOptions(this.#schema, settings, { owner, environment: {} })
  }
}

function count(
  name: keyof FactorySettings,
  [least, most]: readonly [number, number],
  description: string,
): z.ZodOptional<z.ZodInt> {
  return option(z.int().min(least).max(most), {
    description,
    type: 'number',
    expected: `a whole number from ${least} to ${most}`,
    default: defaultFactorySettings[name],
  })
}
