import { all, without, type FaultCase } from '@caisson/testing'
import { expect } from 'vitest'
import type { DaytonaSandbox } from '../../../src/index.js'
import { routes } from './routes.js'
import { controlLook, controlPlane, ofStarts } from './sights.js'

const stopped: FaultCase<DaytonaSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.start()
  await sandbox.stop()
}

const started: FaultCase<DaytonaSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.start()
}

/** Another host has started the machine; this one knows its id only. */
const elsewhere: FaultCase<DaytonaSandbox>['prepare'] = async ({ sandbox }) => {
  await sandbox.clone({ id: sandbox.id }).start()
}

const startsAfterwards: FaultCase<DaytonaSandbox>['check'] = async ({ sandbox }) => {
  await sandbox.start()
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
}

const stopsAfterwards: FaultCase<DaytonaSandbox>['check'] = async (ground, effect, seen) => {
  await ground.sandbox.stop()
  expect(ground.sandbox.status).toBe('stopped')
  await startsAfterwards(ground, effect, seen)
}

/** A look that fails is made again. */
const unnoticed = Object.fromEntries(Object.keys(controlPlane).map((effect) => [effect, 'done' as const]))

/** Operations of the lifecycle. Afterwards there is one machine that can be used. */
export const controlCases: readonly FaultCase<DaytonaSandbox>[] = [
  {
    operation: 'start',
    route: routes.list,
    sights: ofStarts(controlLook),
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start',
    route: routes.create,
    sights: {
      ...ofStarts(controlPlane),
      // The machine is found by its name, which only this request carried.
      ...all('done', 'response lost', 'cut after 3 bytes'),
    },
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start again',
    route: routes.look,
    // What the id does not find is looked for by the logical id.
    sights: { ...ofStarts(controlLook), '404': 'done' },
    prepare: stopped,
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'start again',
    route: routes.wake,
    // The machine is looked at again: one that starts is waited for.
    sights: { ...ofStarts(controlPlane), ...all('done', '409', 'response lost', 'cut after 3 bytes') },
    prepare: stopped,
    run: ({ sandbox }) => sandbox.start(),
    check: startsAfterwards,
  },
  {
    operation: 'stop',
    route: routes.halt,
    // Gone is what was wanted; while somebody else is changing the machine, that is waited for.
    sights: { ...controlPlane, ...all('done', '404', '409') },
    prepare: started,
    run: ({ sandbox }) => sandbox.stop(),
    check: stopsAfterwards,
  },
  {
    operation: 'stop, looking whether it has stopped',
    route: routes.look,
    sights: unnoticed,
    prepare: started,
    run: ({ sandbox }) => sandbox.stop(),
    check: stopsAfterwards,
  },
  {
    operation: 'getPortUrl',
    route: routes.port,
    sights: controlLook,
    prepare: started,
    run: async ({ sandbox }) => sandbox.networking?.getPortUrl(8000),
    check: startsAfterwards,
  },
  {
    operation: 'getPortUrl, detached',
    route: routes.list,
    sights: controlLook,
    run: async ({ sandbox }) => sandbox.networking?.getPortUrl(8000),
    check: startsAfterwards,
  },
]

/** Afterwards there is no machine. */
export const destroyCases: readonly FaultCase<DaytonaSandbox>[] = [
  {
    operation: 'destroy',
    route: routes.remove,
    // The SDK itself asks again when no answer came.
    sights: { ...without(controlPlane, '404'), ...all('done', '409', 'connection reset', 'response lost') },
    prepare: started,
    run: ({ sandbox }) => sandbox.destroy(),
  },
  {
    operation: 'destroy, looking whether it is gone',
    route: routes.look,
    sights: unnoticed,
    prepare: started,
    run: ({ sandbox }) => sandbox.destroy(),
  },
  {
    operation: 'destroy, detached',
    route: routes.list,
    sights: controlLook,
    prepare: elsewhere,
    run: ({ sandbox }) => sandbox.destroy(),
  },
  {
    operation: 'stop, detached',
    route: routes.list,
    sights: controlLook,
    prepare: elsewhere,
    run: ({ sandbox }) => sandbox.stop(),
  },
]
