import type { Sandbox } from 'e2b'
import { SandboxProviderError } from '@caisson/core/workspace'
import type { BuildOrder } from '../builds/template-build.js'
import type { TemplateStart } from './template-start.js'

/** From the template of this ref, which is built first where it is not there. A failure of the build is the caller's. */
export async function fromOrder(start: TemplateStart, order: BuildOrder): Promise<Sandbox> {
  const { ref } = order
  const sandbox = start.isBuilding(ref) ? undefined : await start.tryFrom(ref)
  return sandbox ?? fromBuild(start, order)
}

/** From a template that is not there, once it was built. */
export async function fromBuild(start: TemplateStart, order: BuildOrder): Promise<Sandbox> {
  await start.build(order)
  const sandbox = await start.tryFromNew(order.ref)
  if (sandbox !== undefined) return sandbox
  const message = `e2b: template ${order.ref} was built, but no machine can be made from it yet`
  throw new SandboxProviderError(message, 'NOT_FOUND', { template: order.ref }, { retry: 'safe', provider: 'e2b' })
}
