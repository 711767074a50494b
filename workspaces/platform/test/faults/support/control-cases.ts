import { all, without, type FaultCase } from '@caisson/testing'
import { expect } from 'vitest'
import type { PlatformSandbox } from '../../../src/index.js'
import { routes } from './routes.js'
import { controlLook, controlPlane, ofStarts, unnoticed } from './sights.js'

const started: FaultCase<PlatformSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.start()
}

const startsAfterwards: FaultCase<PlatformSandbox>['check'] = async ({ sandbox }) => {
  await sandbox.start()
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
}

/** Operations of a sandbox that has been made, or is to be. Afterwards there is one that can be used. */
export const controlCases: readonly FaultCase<PlatformSandbox>[] = [
  {
    operation: 'start',
    route: routes.create,
    sights: ofStarts(controlPlane),
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start',
    route: routes.lease,
    // The machine is there: the first command asks for another lease.
    sights: unnoticed,
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'getInfo',
    route: routes.look,
    // What was known before is told.
    sights: unnoticed,
    prepare: started,
    run: ({ sandbox }) => sandbox.getInfo(),
    check: startsAfterwards,
  },
  {
    operation: 'captureCheckpoint',
    route: routes.capture,
    sights: controlPlane,
    prepare: started,
    run: ({ sandbox }) => sandbox.captureCheckpoint(),
    check: async ({ sandbox }) => {
      expect(await sandbox.captureCheckpoint()).toMatchObject({ status: 'captured' })
    },
  },
  {
    operation: 'deleteCheckpoint',
    route: routes.forget,
    // An answer of 204 has no body that could be cut.
    sights: { ...without(controlPlane, 'cut after 3 bytes'), '404': 'done' },
    prepare: async ({ sandbox }) => {
      await sandbox.start()
      await sandbox.captureCheckpoint()
    },
    run: ({ sandbox }) => sandbox.deleteCheckpoint(),
    check: async ({ sandbox }) => sandbox.deleteCheckpoint(),
  },
]

/** A host that knows only the platform's id of a sandbox that another one made. */
export const attachCases: readonly FaultCase<PlatformSandbox>[] = [
  {
    operation: 'start by sandboxId',
    route: routes.look,
    // What does not exist is replaced.
    sights: { ...without(ofStarts(controlLook), '404') },
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start by sandboxId',
    route: routes.lease,
    sights: ofStarts(controlLook),
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
]

/** Afterwards there is no machine. */
export const endCases: readonly FaultCase<PlatformSandbox>[] = (['stop', 'destroy'] as const).map((operation) => ({
  operation,
  route: routes.remove,
  sights: { ...without(controlPlane, 'cut after 3 bytes'), ...all('done', '404') },
  prepare: started,
  run: ({ sandbox }) => sandbox[operation](),
}))
