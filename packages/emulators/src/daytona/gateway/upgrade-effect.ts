import { setTimeout as wait } from 'node:timers/promises'
import type { Duplex, Transform } from 'node:stream'
import { CutStream, limitBytes, limitToFirstFrame } from '../../http/cut-stream.js'
import type { FaultEffect } from '../../http/fault.js'
import { refuseUpgrade } from '../../gateway/join-upgrade.js'

/** Does what a fault does to a request for another protocol before it is passed on; true where that is all. */
export async function applyBefore(effect: FaultEffect, latencyMs: number, socket: Duplex): Promise<boolean> {
  const delayMs = latencyMs + (effect.latencyMs ?? 0)
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
  if (effect.stall === true) return true
  if (effect.resetConnection === true || effect.loseResponse === true) {
    socket.destroy()
    return true
  }
  if (effect.status === undefined) return false
  refuseUpgrade(
    socket,
    effect.status,
    effect.body ?? { statusCode: effect.status, message: 'This failure was ordered' },
  )
  return true
}

/** What the server's side of a connection passes, where it is to be cut. */
export function cutOf({ cutAfterBytes, cutAfterFirstEvent }: FaultEffect, socket: Duplex): Transform | undefined {
  const cut = (): void => void socket.destroy()
  if (cutAfterBytes !== undefined) return new CutStream(limitBytes(cutAfterBytes), cut)
  return cutAfterFirstEvent === true ? new CutStream(limitToFirstFrame, cut) : undefined
}
