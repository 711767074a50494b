import type { TemplateBuilder } from 'e2b'
import { imageTools } from '@caisson/kit/mounts'
import { loadSdkNow } from '../../driver/sdk.js'
import { defineMountableTemplate } from './define-mountable-template.js'
import { readMountableOptions, type MountableTemplateOptions } from './mountable-options.js'
import { mountableTemplateId } from './mountable-template-id.js'

/** A template whose machines can mount buckets, and run Node, at once. */
export interface MountableTemplate {
  /** The definition, for `Template.build(template, id)`; more steps can be added to it, and then it needs another name. */
  readonly template: TemplateBuilder
  /** The name under which sandboxes look for it when they are given no template: `caisson-` and 16 hexadecimal digits. */
  readonly id: string
  /** Packages of the distribution that it installs. */
  readonly aptPackages: readonly string[]
  /**
   * The size of its machines, which the id stands for. A definition cannot hold it: `Template.build` is told it as its third argument, and makes
   * what E2B makes by default without it, 2 processors and 1024 MiB, which is the default here.
   */
  readonly resources: { readonly cpuCount: number; readonly memoryMB: number }
}

/**
 * The template that sandboxes are made from when they are given none, to build it beforehand:
 *
 * ```ts
 * const { template, id, resources } = createDefaultMountableTemplate()
 * await Template.build(template, id, resources)
 * ```
 *
 * It stands on E2B's `base` and has FUSE, the tools that mount, a Node whose checksum was compared, and Corepack. The same
 * options have the same `id`; any other, the size included, another one. Loads the SDK; sends nothing.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong.
 */
export function createDefaultMountableTemplate(options: MountableTemplateOptions = {}): MountableTemplate {
  const settings = readMountableOptions(options, 'options')
  return {
    template: defineMountableTemplate(loadSdkNow(), settings),
    id: mountableTemplateId(settings),
    aptPackages: imageTools(settings.tools).packages,
    resources: settings.resources,
  }
}
