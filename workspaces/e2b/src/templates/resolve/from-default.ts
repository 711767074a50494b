import type { Sandbox } from 'e2b'
import type { BuildOrder } from '../builds/template-build.js'
import { baseTemplate, defineMountableTemplate } from '../mountable/define-mountable-template.js'
import type { MountableTemplateSettings } from '../mountable/mountable-options.js'
import { mountableTemplateId } from '../mountable/mountable-template-id.js'
import type { TemplateStart } from './template-start.js'

/**
 * From the default mountable template where it is there; else from E2B's own at once, while the default is built for later
 * machines. While it is known not to be there, it is not asked for.
 */
export async function fromDefault(start: TemplateStart, settings: MountableTemplateSettings): Promise<Sandbox> {
  const { account, logger } = start
  const ref = mountableTemplateId(settings)
  if (!start.isBuilding(ref) && !start.hasFailedBefore(ref)) {
    const sandbox = await start.tryFrom(ref)
    if (sandbox !== undefined) return sandbox
  }
  const order: BuildOrder = {
    ref,
    prepare: async () => ({ template: defineMountableTemplate(account.sdk, settings) }),
    resources: settings.resources,
  }
  start.buildInBackground(order)
  logger.info(`e2b: the default template ${ref} is not there yet; the machine is made from ${baseTemplate}`)
  return start.makeFrom(baseTemplate)
}
