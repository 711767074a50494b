import { constants } from 'node:os'
import type { ExecEnd } from './exec-channel.js'
import { unknownSignalCode } from './exec-frames.js'

/** How a command ended, as shells tell it. */
export function exitCodeOf({ exitCode, signal = '' }: ExecEnd): number {
  if (exitCode !== undefined) return exitCode
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1]
  return number === undefined ? unknownSignalCode : 128 + number
}
