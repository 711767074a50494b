import type { Emulated } from './emulated.js'

const header = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** A request to the platform, as any other program would make it. */
export async function ask(target: Emulated, method: string, path: string, body?: unknown): Promise<Response> {
  const { accessToken, projectId, baseUrl } = target.connection
  return fetch(`${baseUrl}/v1/railway/projects/${projectId}${path}`, {
    method,
    headers: { ...header(accessToken), 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

/** What the platform says of a sandbox: its state, or `gone`. */
export async function stateOf(target: Emulated, sandboxId: string): Promise<string> {
  const answer = await ask(target, 'GET', `/sandbox/${sandboxId}`)
  const { status, destroyedAt } = (await answer.json()) as { status?: string; destroyedAt?: string }
  return answer.ok && destroyedAt === undefined ? String(status) : 'gone'
}

/** A sandbox that another program made. Returns the platform's id of it. */
export async function makeForeign(target: Emulated, body: Record<string, unknown> = {}): Promise<string> {
  const { environmentId } = target.connection
  const answer = await ask(target, 'POST', '/sandbox', { id: 'somebody', environmentId, ...body })
  const { id } = (await answer.json()) as { id: string }
  return id
}

/** The requests of an operation, by route, without what nobody waited for. */
export async function callsOf(
  { emulator }: Emulated,
  operation: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const after = emulator.journal.last
  await operation()
  return emulator.journal.routes({ after, kind: 'call' })
}
