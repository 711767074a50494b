import { viewBuildInfo } from '../builds/build.js'
import { startCommandOf } from '../builds/image.js'
import type { Snapshot } from './snapshot.js'

const gibibyte = 1024 ** 3

/** A snapshot as clients see it; what the vendor's clients insist on is there, if only as `null`. */
export function viewSnapshot(snapshot: Snapshot, organizationId: string): Record<string, unknown> {
  const { resources, image, build, imageName, sizeBytes, isGeneral } = snapshot
  const start = snapshot.entrypoint ?? (image && startCommandOf(image.config))
  return {
    id: snapshot.id,
    ...(isGeneral ? {} : { organizationId }),
    general: isGeneral,
    name: snapshot.name,
    ...(imageName === undefined ? {} : { imageName }),
    state: snapshot.state,
    size: sizeBytes === undefined ? null : sizeBytes / gibibyte,
    entrypoint: start ?? null,
    cpu: resources.cpu,
    gpu: resources.gpu,
    mem: resources.memory,
    disk: resources.disk,
    errorReason: snapshot.errorReason,
    createdAt: snapshot.createdAt.toISOString(),
    updatedAt: snapshot.updatedAt.toISOString(),
    lastUsedAt: snapshot.lastUsedAt?.toISOString() ?? null,
    ...(build === undefined ? {} : { buildInfo: viewBuildInfo(build) }),
    regionIds: [snapshot.regionId],
    ref: image === undefined ? undefined : `daytona-${snapshot.id}:daytona`,
    sourceSandboxId: snapshot.sourceSandboxId ?? null,
    sandboxClass: 'container',
  }
}
