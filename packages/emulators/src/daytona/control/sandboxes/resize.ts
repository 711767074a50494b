import { HttpFailure } from '../../../http/http-failure.js'
import type { Resources } from '../images.js'
import { BodyValues } from './body-values.js'
import type { Sandbox } from './sandbox.js'

const names = ['cpu', 'memory', 'disk'] as const

/** Checks a request to change resources; throws a 400 for what is not possible. */
export function readResize(given: Readonly<Record<string, unknown>>, { resources, state }: Sandbox): Resources {
  const body = new BodyValues(given)
  const changed = names.flatMap((name) => {
    const value = body.integer(name, 1)
    return value === undefined ? [] : [[name, value] as const]
  })
  const next: Resources = { ...resources, ...Object.fromEntries(changed) }
  if (names.every((name) => next[name] === resources[name])) {
    throw new HttpFailure(400, 'Resize needs at least one resource that differs')
  }
  if (next.disk < resources.disk) throw new HttpFailure(400, 'Disk size can only be increased')
  if (state !== 'started') return next
  if (next.disk !== resources.disk) throw new HttpFailure(400, 'Sandbox must be stopped to resize its disk')
  if (next.cpu < resources.cpu || next.memory < resources.memory) {
    throw new HttpFailure(400, 'Sandbox must be stopped to decrease its CPU or memory')
  }
  return next
}
