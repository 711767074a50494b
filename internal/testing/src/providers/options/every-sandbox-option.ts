import type { SandboxOptions } from '@caisson/core'

/** All options that every sandbox has, so that a new one cannot be forgotten. */
export const everySandboxOption: Required<SandboxOptions> = {
  id: 'parent',
  env: { A: '1' },
  workingDirectory: '/work',
  instructions: '',
  onStart: () => undefined,
  onStop: () => undefined,
  onDestroy: () => undefined,
  startTimeoutMs: 1000,
  restartOnGone: false,
  killGraceMs: 5,
  logger: console,
}
