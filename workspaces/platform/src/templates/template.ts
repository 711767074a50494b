import type { PlatformTemplate } from './platform-template.js'
import { TemplateBuilder } from './template-builder.js'

/**
 * Begins a template: what sandboxes are made with, beyond the platform's own programs.
 *
 * ```ts
 * const template = Template().memoryMB(2048).aptInstall('ripgrep').runCmd('git clone https://example.com/repo.git')
 * const sandbox = new PlatformSandbox({ template })
 * ```
 */
export function Template(): PlatformTemplate {
  return new TemplateBuilder()
}
