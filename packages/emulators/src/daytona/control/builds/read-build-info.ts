import type { BuildInfo } from '../images.js'
import type { BodyValues } from '../sandboxes/body-values.js'

/** The declarative build of a request, if it has one. Throws a 400 that says what is wrong. */
export function readBuildInfo(body: BodyValues): BuildInfo | undefined {
  const build = body.object('buildInfo')
  if (build === undefined) return undefined
  return { dockerfileContent: build.need('dockerfileContent'), contextHashes: build.texts('contextHashes') ?? [] }
}
