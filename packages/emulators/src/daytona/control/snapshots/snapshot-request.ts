import { HttpFailure } from '../../../http/http-failure.js'
import { readBuildInfo } from '../builds/read-build-info.js'
import { defaultResources } from '../default-resources.js'
import type { BuildInfo, Resources } from '../images.js'
import { BodyValues } from '../sandboxes/body-values.js'

/** A request for a snapshot. */
export interface SnapshotRequest {
  readonly name: string
  readonly imageName: string | undefined
  readonly buildInfo: BuildInfo | undefined
  readonly entrypoint: readonly string[] | undefined
  readonly resources: Resources
  readonly regionId: string | undefined
}

/** Throws a 400 for a name that no snapshot can have. */
export function checkSnapshotName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/.test(name)) return name
  throw new HttpFailure(
    400,
    'Invalid snapshot name format. May only contain letters, digits, dots, colons, slashes and dashes',
  )
}

function checkImageName(name: string): string {
  if (/^[A-Za-z0-9][\w.:/@-]*$/.test(name)) return name
  throw new HttpFailure(400, 'Invalid image name format')
}

function readResources(body: BodyValues): Resources {
  return {
    cpu: body.integer('cpu', 1) ?? defaultResources.cpu,
    gpu: body.integer('gpu', 0) ?? defaultResources.gpu,
    memory: body.integer('memory', 1) ?? defaultResources.memory,
    disk: body.integer('disk', 1) ?? defaultResources.disk,
  }
}

/** Throws a 400 that says what is wrong. */
export function parseSnapshotRequest(given: Readonly<Record<string, unknown>>): SnapshotRequest {
  const body = new BodyValues(given)
  const imageName = body.text('imageName')
  const buildInfo = readBuildInfo(body)
  const name = checkSnapshotName(body.need('name'))
  if (imageName !== undefined && buildInfo !== undefined) {
    throw new HttpFailure(400, 'Cannot specify an image name when using a build info entry')
  }
  if (imageName === undefined && buildInfo === undefined) {
    throw new HttpFailure(400, 'Must specify either an image name or a build info entry')
  }
  if (buildInfo !== undefined && body.has('entrypoint')) {
    throw new HttpFailure(400, 'Cannot specify an entrypoint when using a build info entry')
  }
  return {
    name,
    imageName: imageName === undefined ? undefined : checkImageName(imageName),
    buildInfo,
    entrypoint: body.texts('entrypoint'),
    resources: readResources(body),
    regionId: body.text('regionId'),
  }
}
