import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SandboxState } from '../sandbox-state.js'
import type { MetadataStore } from '../metadata/metadata-store.js'

/** One request and its answer, with what handlers need beside. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly state: SandboxState
  readonly metadata: MetadataStore
}
