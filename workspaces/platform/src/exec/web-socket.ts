import { SandboxUnsupportedFeatureError } from '@caisson/core/workspace'
import { ModuleLoader } from '@caisson/kit/http'

/** What comes with the events of a socket: `data` with a message, the others with a close. */
export interface ExecSocketEvent {
  readonly type: string
  readonly data?: unknown
  readonly code?: number | undefined
  readonly reason?: string | undefined
}

/** What is needed of a WebSocket: members of the standard. */
export interface ExecSocket {
  binaryType: string
  /** 0 while it is being opened, 1 while it is open. */
  readonly readyState: number
  readonly bufferedAmount: number
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: ExecSocketEvent) => void,
    options?: { once?: boolean },
  ): void
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
}

/** Opens a socket; `protocols` holds a secret. */
export type WebSocketFactory = (url: string, protocols: string[]) => ExecSocket | Promise<ExecSocket>

const library = new ModuleLoader(async () => import('ws'))

/** The runtime's own sockets, or those of the package `ws` where it has none. */
export const openWebSocket: WebSocketFactory = async (url, protocols) => {
  const own: unknown = Reflect.get(globalThis, 'WebSocket')
  if (isConstructor(own)) return new own(url, protocols)
  const other: unknown = Reflect.get(await library.load(), 'WebSocket')
  if (isConstructor(other)) return new other(url, protocols)
  throw new SandboxUnsupportedFeatureError('This runtime has no WebSocket')
}

function isConstructor(value: unknown): value is new (url: string, protocols: string[]) => ExecSocket {
  return typeof value === 'function'
}
