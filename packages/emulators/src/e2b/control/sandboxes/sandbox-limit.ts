import { HttpFailure } from '../../../http/http-failure.js'
import type { Cloud } from '../cloud.js'

const starting = new WeakMap<Cloud, number>()

/** Throws a 429 when as many sandboxes run as may; else reserves a place until what is returned is called. */
export function requireRoom(cloud: Cloud): () => void {
  const { sandboxLimit } = cloud.settings
  const count = starting.get(cloud) ?? 0
  const running = cloud.sandboxes.all().filter(({ phase }) => phase === 'running').length
  if (running + count >= sandboxLimit) {
    throw new HttpFailure(429, `you have reached the maximum number of concurrent E2B sandboxes (${sandboxLimit})`)
  }
  starting.set(cloud, count + 1)
  return () => void starting.set(cloud, (starting.get(cloud) ?? 1) - 1)
}
