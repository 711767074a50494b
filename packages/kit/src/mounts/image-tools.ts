import type { MountTool } from './install-tools-command.js'
import { toolFacts } from './tools/tool-facts.js'

/** All programs that mount buckets. */
export const mountTools: readonly MountTool[] = Object.keys(toolFacts).filter(isMountTool)

/** What an image has that is made for mounting, unless somebody asks for more. */
export const defaultMountTools: readonly MountTool[] = ['s3fs']

/** What an image has that machines of all sorts start from: for S3 and its kin, and for Google Cloud Storage. */
export const commonMountTools: readonly MountTool[] = ['s3fs', 'gcsfuse']

/** How an image gets its tools. */
export interface ImageTools {
  /** Packages that Debian and Ubuntu have themselves, FUSE among them. */
  readonly packages: readonly string[]
  /** Tools from elsewhere, see `installToolsCommand`. */
  readonly others: readonly MountTool[]
}

/** The order and repetition of the tools make no difference. */
export function imageTools(tools: readonly MountTool[]): ImageTools {
  const wanted = mountTools.filter((tool) => tools.includes(tool))
  const own = wanted.filter((tool) => toolFacts[tool].source === undefined)
  return { packages: [...own, 'fuse'], others: wanted.filter((tool) => !own.includes(tool)) }
}

function isMountTool(name: string): name is MountTool {
  return Object.hasOwn(toolFacts, name)
}
