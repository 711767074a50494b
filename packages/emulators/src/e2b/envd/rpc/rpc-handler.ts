import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectRouter } from '@connectrpc/connect'
import { createConnectRouter, createContextValues } from '@connectrpc/connect'
import type { UniversalHandler } from '@connectrpc/connect/protocol'
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node'
import { EnvdError } from '../envd-error.js'
import { FilesystemService } from '../filesystem/filesystem-service.js'
import type { MetadataStore } from '../metadata/metadata-store.js'
import { createProcessService } from '../process/process-service.js'
import { ProcessTable } from '../process/process-table.js'
import { Filesystem } from '../protocol/filesystem.js'
import { Process } from '../protocol/process.js'
import type { SandboxState } from '../sandbox-state.js'
import { deadlineKey } from './call.js'

const largestMessageBytes = 256 * 1024 * 1024

/** Answers calls, until it is closed. */
export interface RpcHandler {
  readonly handle: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Takes the deadline out of a request. The library's own timer counts the time in which the machine is frozen, and
 * fires at once for more than 24 days. What it would refuse stays, so that it does.
 */
function takeDeadline(request: Pick<IncomingMessage, 'headers'>): number | undefined {
  const header = request.headers['connect-timeout-ms']
  if (typeof header !== 'string' || !/^\d{1,10}$/.test(header)) return undefined
  delete request.headers['connect-timeout-ms']
  return Number(header)
}

function createRouter(processes: ProcessTable, files: FilesystemService, state: SandboxState): ConnectRouter {
  const router = createConnectRouter({
    readMaxBytes: largestMessageBytes,
    writeMaxBytes: largestMessageBytes,
    acceptCompression: [compressionGzip],
    // Messages stay on this machine: packing them only takes time.
    compressMinBytes: largestMessageBytes,
  })
  router.service(Process, createProcessService(processes, state))
  router.service(Filesystem, files.implementation)
  return router
}

/** Answers one call. The library's own adapter would write down each client that leaves before the end. */
async function answerCall(
  handler: UniversalHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const values = createContextValues().set(deadlineKey, takeDeadline(request))
  try {
    const answer = await handler(universalRequestFromNodeRequest(request, response, undefined, values))
    await universalResponseToNodeResponse(answer, response)
  } catch (error) {
    if (!response.destroyed && !request.destroyed) throw error
  }
}

export function createRpcHandler(state: SandboxState, metadata: MetadataStore): RpcHandler {
  const processes = new ProcessTable(state)
  const files = new FilesystemService(state, metadata)
  const { handlers } = createRouter(processes, files, state)
  const byPath = new Map(handlers.map((handler) => [handler.requestPath, handler]))
  return {
    handle: async (request, response, path) => {
      const handler = byPath.get(path)
      if (handler === undefined) throw new EnvdError('notFound', `no method ${path}`)
      await answerCall(handler, request, response)
    },
    close: async () => {
      files.close()
      await processes.close()
    },
  }
}
