import { all, without, type FaultCase, type Sights } from '@caisson/testing'
import { expect } from 'vitest'
import type { E2BSandbox } from '../../../src/index.js'
import { controlPlane, ofReads } from './sights.js'

const list = 'GET /v2/sandboxes'

/** Starts look again after a rate limit of unknown length, as long as they may take. */
const lookUp: Sights = ofReads({ ...controlPlane, '429': 'done' })
/** An answer without a body cannot be cut in the middle of it. */
const bodiless = without(controlPlane, 'cut after 3 bytes')

const stopped: FaultCase<E2BSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.start()
  await sandbox.stop()
}

const started: FaultCase<E2BSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.start()
}

const startsAfterwards: FaultCase<E2BSandbox>['check'] = async ({ sandbox }) => {
  await sandbox.start()
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
}

/** Operations of the lifecycle. Afterwards there is one machine that can be used. */
export const controlCases: readonly FaultCase<E2BSandbox>[] = [
  {
    operation: 'start',
    route: list,
    sights: without(lookUp, 'cut after 3 bytes'),
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start',
    route: 'POST /v2/sandboxes',
    sights: {
      ...without(controlPlane, '500', '502', '503', '504', 'connection reset'),
      // Too many machines run; how long that will last nobody knows.
      '429': 'SandboxProviderError QUOTA_EXCEEDED safe',
      // The machine is found by the token that only this request carried.
      ...all('done', 'response lost', 'cut after 3 bytes'),
    },
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start again',
    route: 'GET /sandboxes/{id}',
    // What the id does not find is looked for by the logical id.
    sights: { ...lookUp, '404': 'done' },
    prepare: stopped,
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start again',
    route: 'POST /v2/sandboxes/{id}/connect',
    // The machine that has just been seen is seen again: it is not replaced.
    sights: { ...controlPlane, '429': 'done', '404': 'SandboxProviderError UNAVAILABLE safe' },
    prepare: stopped,
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'stop',
    route: 'POST /sandboxes/{id}/pause',
    // Gone or paused already is what was wanted.
    sights: { ...bodiless, ...all('done', '404', '409') },
    prepare: started,
    run: ({ sandbox }) => sandbox.stop(),
    check: async (ground, effect, seen) => {
      await ground.sandbox.stop()
      expect(ground.sandbox.status).toBe('stopped')
      await startsAfterwards(ground, effect, seen)
    },
  },
  {
    operation: 'snapshot',
    route: 'POST /sandboxes/{id}/snapshots',
    sights: { ...controlPlane, '404': 'SandboxGoneError GONE safe' },
    prepare: started,
    run: ({ sandbox }) => sandbox.snapshot(),
    check: startsAfterwards,
  },
  {
    operation: 'getPortUrl, detached',
    route: list,
    sights: ofReads(without(controlPlane, 'cut after 3 bytes')),
    run: async ({ sandbox }) => sandbox.networking?.getPortUrl(8000),
    check: startsAfterwards,
  },
]

/** Afterwards there is no machine. */
export const destroyCases: readonly FaultCase<E2BSandbox>[] = [
  {
    operation: 'destroy',
    route: 'DELETE /sandboxes/{id}',
    sights: without(bodiless, '404'),
    prepare: started,
    run: ({ sandbox }) => sandbox.destroy(),
  },
  {
    operation: 'destroy, detached',
    route: list,
    sights: ofReads(controlPlane),
    prepare: async ({ sandbox }) => {
      await sandbox.clone({ id: sandbox.id }).start()
    },
    run: ({ sandbox }) => sandbox.destroy(),
  },
  {
    operation: 'stop, detached',
    route: list,
    sights: ofReads(controlPlane),
    prepare: async ({ sandbox }) => {
      await sandbox.clone({ id: sandbox.id }).start()
    },
    run: ({ sandbox }) => sandbox.stop(),
  },
]
