import type { Sandbox } from './sandbox.js'

/** How clients see a sandbox. */
export function viewSandbox(sandbox: Sandbox): Record<string, unknown> {
  const { id, resourceId, createdAt, destroyedAt, instance } = sandbox
  if (destroyedAt !== undefined) {
    return { id, providerResourceId: resourceId, status: 'DESTROYED', createdAt, destroyedAt }
  }
  const sideCar = instance === undefined ? {} : { instanceUrl: instance.url, instanceToken: instance.token }
  return { id, providerResourceId: resourceId, status: 'RUNNING', createdAt, ...sideCar }
}
