import { constants } from 'node:os'

/** Number of a signal on this platform, 0 for a name nobody knows. */
export function signalNumber(name: string): number {
  return (constants.signals as Record<string, number>)[name] ?? 0
}
