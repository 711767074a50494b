import type { TemplateBuilder } from 'e2b'
import { invalidArgument } from '@caisson/core/workspace'
import { imageTools, installToolsCommand, mountTools, type MountTool } from '@caisson/kit/mounts'

const installers = ['aptInstall', 'pipInstall', 'npmInstall', 'bunInstall'] as const

type Installer = (packages?: unknown, options?: unknown) => unknown

/**
 * A builder whose methods that install do what they are asked for. The SDK takes a list, and ignores further arguments that
 * are no options: here they are an error. An empty list adds no step, where the SDK would make a command that fails or does
 * something else. Tools that mount and that the distribution does not have come from where they are had.
 */
export function guardInstalls(builder: TemplateBuilder): TemplateBuilder {
  for (const name of installers) Object.defineProperty(builder, name, { value: guarded(builder, name) })
  return builder
}

function guarded(builder: TemplateBuilder, name: (typeof installers)[number]): (...args: unknown[]) => unknown {
  const own = builder[name].bind(builder) as Installer
  const install = name === 'aptInstall' ? withMountTools(builder, own) : own
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

function withMountTools(builder: TemplateBuilder, install: Installer): Installer {
  return (packages, options) => {
    const list: readonly unknown[] = [packages].flat()
    const { others } = imageTools(list.filter((item): item is MountTool => mountTools.some((tool) => tool === item)))
    const rest = list.filter((item) => !others.some((tool) => tool === item))
    if (rest.length > 0) install(rest, options)
    if (others.length > 0) builder.runCmd(installToolsCommand(others).text, { user: 'root' })
    return builder
  }
}
