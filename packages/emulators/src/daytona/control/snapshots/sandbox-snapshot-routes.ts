import { HttpFailure } from '../../../http/http-failure.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { Image } from '../builds/image.js'
import type { Cloud } from '../cloud.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { answerSandbox } from '../routes/answer-sandbox.js'
import { BodyValues } from '../sandboxes/body-values.js'
import { requirePossible } from '../sandboxes/require-possible.js'
import type { SandboxBody } from '../sandboxes/sandbox.js'
import { checkSnapshotName } from './snapshot-request.js'

/** Its processes stand still while the disk is copied, so that the copy is of one moment. */
async function copyDisk({ layers }: Cloud, { disk, launched }: SandboxBody): Promise<DiskHold> {
  const { machine } = launched
  const copy = (): Promise<DiskHold> => layers.add(disk, (directory) => machine.copyDisk(directory))
  if (machine.state !== 'running') return copy()
  await machine.freeze()
  try {
    return await copy()
  } finally {
    await machine.thaw()
  }
}

async function copyImage(cloud: Cloud, body: SandboxBody): Promise<Image> {
  const { env, workDir, user, entrypoint } = body.runtime
  return { disk: await copyDisk(cloud, body), config: { env, workDir, user, entrypoint } }
}

async function create(exchange: ControlExchange): Promise<void> {
  const { cloud, params, body } = exchange
  const sandbox = cloud.sandboxes.require(params['sandboxId'] ?? '')
  const name = checkSnapshotName(new BodyValues(await body()).need('name'))
  requirePossible('change', sandbox)
  const present = sandbox.body
  if (present === undefined) throw new HttpFailure(400, 'Sandbox is not in valid state')
  const { resources, settings } = sandbox
  const draft = { name, resources, regionId: settings.target, sourceSandboxId: sandbox.id }
  cloud.snapshotMaker.capture(
    draft,
    () => copyImage(cloud, present),
    (work) => cloud.lifecycle.during(sandbox, 'snapshotting', work),
  )
  answerSandbox(exchange, sandbox)
}

export const sandboxSnapshotRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/sandbox/:sandboxId/snapshot', handle: create },
]
