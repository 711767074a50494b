import type { ProviderBench } from '@caisson/testing/providers'
import type { Emulated } from '../../support/emulated.js'
import { listAll, makeForeign } from '../../support/foreign-machine.js'

const list = 'GET /sandbox'
const look = 'GET /sandbox/{id}'

/** DaytonaSandbox for the tests that all providers pass. */
export function lifecycleBench(target: Emulated): ProviderBench {
  return {
    provider: 'daytona',
    get emulator() {
      return target.emulator
    },
    routes: {
      create: 'POST /sandbox',
      list,
      look,
      attach: look,
      check: look,
      stop: 'POST /sandbox/{id}/stop',
      destroy: 'DELETE /sandbox/{id}',
    },
    costs: {
      attach: { [list]: 1, [look]: 1 },
      resume: { [list]: 1, 'POST /sandbox/{id}/start': 1 },
      attachById: { [look]: 1 },
    },
    states: { running: 'started', stopped: 'stopped' },
    // The SDK sends twice more what got no answer.
    tries: 3,
    // The id is also the name where none is given, and names cannot be any text.
    optionsForAnyId: { name: 'odd' },
    make: (options) => target.make(options),
    makeForeign: async (owner) => {
      const machine = await makeForeign(target, owner)
      return {
        id: machine.id,
        stop: () => machine.stop(),
        write: (name, content) => machine.fs.uploadFile(Buffer.from(content), name),
      }
    },
    listAll: () => listAll(target),
    stopBehind: (sandboxId) => target.emulator.faults.stop(sandboxId),
    rateLimit: (route, seconds) => {
      target.emulator.faults.rateLimit(route, { retryAfterSeconds: seconds })
    },
    settle: async () => undefined,
  }
}
