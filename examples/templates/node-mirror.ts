import type { MountableTemplateOptions } from '@caisson/e2b'

const { NODE_MIRROR, NODE_MIRROR_VERSION, NODE_MIRROR_SHA256 } = process.env

/** Where the default mountable template gets Node from, if not from nodejs.org. */
export const defaultTemplate: MountableTemplateOptions =
  NODE_MIRROR === undefined
    ? {}
    : {
        nodeVersion: NODE_MIRROR_VERSION,
        nodeSource: { baseUrl: NODE_MIRROR, sha256: { [process.arch]: NODE_MIRROR_SHA256 } },
      }
