import type { TemplateBuilder } from 'e2b'
import type { RepoTemplateSettings } from './repo-template-settings.js'

/** What a clone is put on. `folder`: where files to upload are taken from. */
export async function startRepoTemplate(
  { baseTemplate = 'base' }: RepoTemplateSettings,
  folder: string,
): Promise<TemplateBuilder> {
  const { Template } = await import('e2b')
  return Template({ fileContextPath: folder }).fromTemplate(baseTemplate)
}
