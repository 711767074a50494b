import type { IncomingMessage, ServerResponse } from 'node:http'
import { createContextValues } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
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
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly close: () => void
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

export function createRpcHandler(state: SandboxState, metadata: MetadataStore): RpcHandler {
  const processes = new ProcessTable(state)
  const files = new FilesystemService(state, metadata)
  const adapter = connectNodeAdapter({
    routes: (router) => {
      router.service(Process, createProcessService(processes, state))
      router.service(Filesystem, files.implementation)
    },
    readMaxBytes: largestMessageBytes,
    writeMaxBytes: largestMessageBytes,
    // Messages stay on this machine: packing them only takes time.
    compressMinBytes: largestMessageBytes,
    contextValues: (request) => createContextValues().set(deadlineKey, takeDeadline(request)),
  })
  return {
    handle: (request, response) => void adapter(request, response),
    close: () => {
      processes.close()
      files.close()
    },
  }
}
