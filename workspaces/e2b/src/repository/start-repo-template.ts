import type { TemplateBuilder } from 'e2b'
import { SdkLoader } from '../driver/sdk.js'
import { defineMountableTemplate } from '../templates/mountable/define-mountable-template.js'
import type { RepoTemplateSettings } from './repo-template-settings.js'

/** What a clone is put on. `folder`: where files to upload are taken from. */
export async function startRepoTemplate(
  { baseTemplate, mountable }: RepoTemplateSettings,
  folder: string,
): Promise<TemplateBuilder> {
  const sdk = await new SdkLoader().load()
  return baseTemplate === undefined
    ? defineMountableTemplate(sdk, mountable, folder)
    : sdk.Template({ fileContextPath: folder }).fromTemplate(baseTemplate)
}
