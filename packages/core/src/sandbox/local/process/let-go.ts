import type { Stream } from 'node:stream'

/** Keeps a stream open without letting it keep the host process alive. Streams of a child are sockets, which can do that. */
export function letGo(stream: Stream): void {
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
}
