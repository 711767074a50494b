import type { TemplateBuilder } from 'e2b'
import { imageTools, installToolsCommand } from '@caisson/kit/mounts'
import { installNodeCommand } from '@caisson/kit/templates'
import type { E2BSdk } from '../../driver/sdk.js'
import type { MountableTemplateSettings } from './mountable-options.js'

/** E2B's own image, which has a user of this name with this home. */
export const baseTemplate = 'base'
const user = 'user'
const home = '/home/user'

/**
 * The steps: programs that mount buckets, Node, Corepack that asks nothing. What is installed is installed by root; machines
 * run commands as `user` in `/home/user`. `fileContextPath`: where relative paths of later copies start.
 */
export function defineMountableTemplate(
  sdk: E2BSdk,
  settings: MountableTemplateSettings,
  fileContextPath: string = process.cwd(),
): TemplateBuilder {
  const { nodeVersion, nodeSource, tools } = settings
  const { packages, others } = imageTools(tools)
  const builder = sdk
    .Template({ fileContextPath })
    .fromTemplate(baseTemplate)
    .aptInstall([...packages])
  if (others.length > 0) builder.runCmd(installToolsCommand(others).text, { user: 'root' })
  return builder
    .runCmd(installNodeCommand({ version: nodeVersion, source: nodeSource }).text, { user: 'root' })
    .setEnvs({ COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' })
    .setUser(user)
    .setWorkdir(home)
}
