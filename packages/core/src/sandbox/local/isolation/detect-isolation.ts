import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { hostVariable } from '../host-environment.js'
import type { IsolationBackend } from './isolation-backend.js'

/** Whether a way of isolating commands can be used here. */
export interface IsolationDetection {
  readonly backend: IsolationBackend
  /** Its program is installed. Whether the system lets it work shows when a sandbox starts. */
  readonly available: boolean
  /** For people: what was found, or what to do. */
  readonly message: string
}

/** The backend of each platform, and how to get it. */
const nativeBackends: Readonly<Record<string, { backend: IsolationBackend; program: string; advice: string }>> = {
  linux: { backend: 'bwrap', program: 'bwrap', advice: 'install the package bubblewrap (apt, dnf, apk, pacman)' },
  darwin: { backend: 'seatbelt', program: 'sandbox-exec', advice: 'it is part of macOS; add /usr/bin to PATH' },
}

/** What this platform isolates with, and whether it is installed. Backend `none` where there is no such thing. */
export function detectIsolation(): IsolationDetection {
  const native = nativeBackends[process.platform]
  if (!native) {
    return { backend: 'none', available: false, message: `There is no isolation for the platform ${process.platform}` }
  }
  const { backend, program, advice } = native
  const location = findProgram(program)
  const message = location ? `${program} was found at ${location}` : `${program} was not found on PATH: ${advice}`
  return { backend, available: location !== undefined, message }
}

/** Whether a backend can be asked for here; always true for `none`. */
export function isIsolationAvailable(backend: IsolationBackend): boolean {
  if (backend === 'none') return true
  const detected = detectIsolation()
  return detected.backend === backend && detected.available
}

/** The strongest isolation to be had here, which is `none` when the platform's own is missing. */
export function getRecommendedIsolation(): IsolationDetection {
  const detected = detectIsolation()
  return detected.available ? detected : { ...detected, backend: 'none', available: true }
}

/** Why a backend cannot be used here, or `undefined` when it can. */
export function whyIsolationUnavailable(backend: IsolationBackend): string | undefined {
  if (isIsolationAvailable(backend)) return undefined
  const detected = detectIsolation()
  return detected.backend === backend ? detected.message : `it does not exist on the platform ${process.platform}`
}

/** Where a program is, looked for in the host's PATH. */
export function findProgram(program: string): string | undefined {
  const directories = (hostVariable('PATH') ?? '')
    .split(path.delimiter)
    .filter((directory) => path.isAbsolute(directory))
  return directories.map((directory) => path.join(directory, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch (error) {
    return !(error instanceof Error)
  }
}
