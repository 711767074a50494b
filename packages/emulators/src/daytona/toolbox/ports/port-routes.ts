import { readFile } from 'node:fs/promises'
import { unless } from '../../../daemon/system-error.js'
import type { ToolboxRoute } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'

/** The ports that the vendor watches. */
const firstPort = 3000
const lastPort = 9999

const listening = '0A'

/** Ports that something of this network listens at, in order. */
async function listeningPorts(): Promise<number[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => unless(['ENOENT'], '', () => readFile(file, 'utf8'))),
  )
  const ports = new Set<number>()
  for (const row of tables.join('\n').split('\n')) {
    const [, local = '', , state] = row.trim().split(/\s+/)
    const port = Number.parseInt(local.split(':').at(-1) ?? '', 16)
    if (state === listening && port >= firstPort && port <= lastPort) ports.add(port)
  }
  return [...ports].toSorted((left, right) => left - right)
}

function portOf(text: string | undefined): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < firstPort || port > lastPort) {
    throw new ToolboxError(400, `bad request: port out of range: must be between ${firstPort} and ${lastPort}`)
  }
  return port
}

/** Which ports of the sandbox are in use. */
export const portRoutes: readonly ToolboxRoute[] = [
  {
    method: 'GET',
    path: '/port',
    handle: async ({ response }) => sendJson(response, 200, { ports: await listeningPorts() }),
  },
  {
    method: 'GET',
    path: '/port/:port/in-use',
    handle: async ({ response, params }) => {
      const port = portOf(params['port'])
      sendJson(response, 200, { isInUse: (await listeningPorts()).includes(port) })
    },
  },
]
