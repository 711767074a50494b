import { setTimeout as wait } from 'node:timers/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade } from '../../gateway/join-upgrade.js'
import type { FaultEffect } from '../../http/fault.js'
import { platformError } from '../control/failure-body.js'

function headerLines(headers: OutgoingHttpHeaders = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((text) => `${name}: ${text}`),
  )
}

/** Does what a fault does to a handshake; true where that is all. */
export async function applyBeforeOpen(effect: FaultEffect, latencyMs: number, socket: Duplex): Promise<boolean> {
  const delayMs = latencyMs + (effect.latencyMs ?? 0)
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
  if (effect.stall === true) return true
  if (effect.resetConnection === true) {
    socket.destroy()
    return true
  }
  const { status, body, headers } = effect
  if (status === undefined) return false
  refuseUpgrade(socket, status, body ?? platformError(status, 'This failure was ordered'), headerLines(headers))
  return true
}
