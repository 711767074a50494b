import { limitedCall, observeRequests, reading } from '@caisson/kit/http'

/** Errors of calls into a machine, which mean something else than the same ones of the control plane. */
const ofMachine = new WeakSet<object>()

/** A request to the control plane, under a clock of our own. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  return limitedCall(observeRequests(call), 'daytona')
}

/** A request to the control plane that changes nothing. */
export async function look<T>(call: () => Promise<T>): Promise<T> {
  return reading(ask(call))
}

/** A call into the machine, which takes as long as it takes. */
export async function askMachine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await observeRequests(call)
  } catch (error) {
    if (typeof error === 'object' && error !== null) ofMachine.add(error)
    throw error
  }
}

/** Whether an error comes from a call into a machine. */
export function isMachineError(error: object): boolean {
  return ofMachine.has(error)
}
