import type { ProviderBench } from '@caisson/testing/providers'
import { createRoute, listRoute, untilQuiet } from '../../budget/until-quiet.js'
import type { Emulated } from '../../support/emulated.js'
import { listAll, makeForeign } from '../../support/foreign-machine.js'

const look = 'GET /sandboxes/{id}'
const attach = 'POST /v2/sandboxes/{id}/connect'

/** E2BSandbox for the tests that all providers pass. */
export function lifecycleBench(target: Emulated): ProviderBench {
  return {
    provider: 'e2b',
    get emulator() {
      return target.emulator
    },
    routes: {
      create: createRoute,
      list: listRoute,
      look,
      attach,
      check: listRoute,
      stop: 'POST /sandboxes/{id}/pause',
      destroy: 'DELETE /sandboxes/{id}',
    },
    costs: {
      attach: { [listRoute]: 1, [attach]: 1 },
      resume: { [listRoute]: 1, [attach]: 1 },
      attachById: { [look]: 1, [attach]: 1 },
    },
    states: { running: 'running', stopped: 'paused' },
    tries: 1,
    make: (options) => target.make(options),
    makeForeign: async (owner) => {
      const machine = await makeForeign(target, owner)
      return {
        id: machine.sandboxId,
        stop: () => machine.pause(),
        write: (name, content) => machine.files.write(name, content),
      }
    },
    listAll: async () => (await listAll(target)).map(({ sandboxId, state }) => ({ id: sandboxId, state })),
    stopBehind: (sandboxId) => target.emulator.faults.pause(sandboxId),
    rateLimit: (route, seconds) => {
      target.emulator.faults.next(route, { status: 429, headers: { 'Retry-After': String(seconds) } })
    },
    settle: () => untilQuiet(target.emulator),
  }
}
