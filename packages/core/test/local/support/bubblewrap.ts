import { spawnSync } from 'node:child_process'
import { detectIsolation } from '../../../src/sandbox/local/index.js'

/** Why tests that isolate with bubblewrap cannot run here; `undefined` when they can. */
export function whyNoBubblewrap(): string | undefined {
  const detected = detectIsolation()
  if (detected.backend !== 'bwrap' || !detected.available) return detected.message
  const probe = spawnSync('bwrap', ['--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', 'true'], {
    encoding: 'utf8',
  })
  return probe.status === 0 ? undefined : `bwrap does not work here: ${probe.stderr.trim()}`
}
