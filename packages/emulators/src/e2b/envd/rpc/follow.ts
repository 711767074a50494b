import type { HandlerContext } from '@connectrpc/connect'
import { afterActive } from '../../../daemon/active-timer.js'
import { EnvdError } from '../envd-error.js'
import { deadlineOf, keepaliveMs, toConnectError } from './call.js'
import type { EventQueue } from './event-queue.js'

/** How the events of a queue become messages. */
export interface Followed<Item, Message> {
  readonly queue: EventQueue<Item>
  readonly first: Message
  readonly keepalive: Message
  readonly toMessage: (item: Item) => Message
  readonly isLast: (item: Item) => boolean
  /** Called once, however the stream ends. */
  readonly onEnd: () => void
}

/** Sends the events of a queue until its last one, the deadline, or the client's end. */
export async function* follow<Item, Message>(
  context: HandlerContext,
  { queue, first, keepalive, toMessage, isLast, onEnd }: Followed<Item, Message>,
): AsyncGenerator<Message> {
  const idleMs = keepaliveMs(context)
  const deadlineMs = deadlineOf(context)
  const expire = (): void => queue.end(new EnvdError('deadlineExceeded', 'the operation timed out'))
  const cancel = deadlineMs === undefined ? undefined : afterActive(deadlineMs, expire)
  const leave = (): void => queue.end()
  context.signal.addEventListener('abort', leave)
  try {
    yield first
    for (;;) {
      const next = await queue.next(idleMs)
      if (next.kind === 'end') return
      yield next.kind === 'idle' ? keepalive : toMessage(next.item)
      if (next.kind === 'item' && isLast(next.item)) return
    }
  } catch (error) {
    throw toConnectError(error)
  } finally {
    cancel?.()
    context.signal.removeEventListener('abort', leave)
    onEnd()
  }
}
