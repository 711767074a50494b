import type { TemplateBuilder } from 'e2b'
import { invalidArgument } from '@caisson/core/workspace'

const installers = ['aptInstall', 'pipInstall', 'npmInstall', 'bunInstall'] as const

/**
 * A builder whose methods that install do not lose packages in silence: the SDK takes a list, and ignores further arguments
 * that are no options. An empty list adds no step, where the SDK would make a command that fails or does something else.
 */
export function guardInstalls(builder: TemplateBuilder): TemplateBuilder {
  for (const name of installers) Object.defineProperty(builder, name, { value: guarded(builder, name) })
  return builder
}

function guarded(builder: TemplateBuilder, name: (typeof installers)[number]): (...args: unknown[]) => unknown {
  const install = builder[name].bind(builder) as (...args: unknown[]) => unknown
  return (...args) => {
    const [packages, options, ...more] = args
    const isOptions = options === undefined || (typeof options === 'object' && options !== null)
    if (!isOptions || Array.isArray(options) || more.length > 0) {
      const expected = 'all packages in one list, and then options'
      throw invalidArgument({ name: `template.${name}`, expected, given: isOptions ? more[0] : options })
    }
    const isNothing = Array.isArray(packages) && packages.length === 0
    return isNothing ? builder : install(packages, options)
  }
}
