/** One path and what does it. */
export interface MountStep<Worker> {
  readonly mountPath: string
  readonly worker: Worker
}

/**
 * Puts steps in the order in which they must be done: what is below another path of the list comes in a later wave, unless
 * the same worker does both, which then keeps the order itself. Steps of a wave are independent of each other.
 */
export function inMountWaves<Worker, Step extends MountStep<Worker>>(steps: readonly Step[]): Map<Worker, Step[]>[] {
  const waves: Map<Worker, Step[]>[] = []
  const waveOf = new Map<string, { readonly index: number; readonly worker: Worker }>()
  for (const step of steps.toSorted((left, right) => left.mountPath.length - right.mountPath.length)) {
    const above = nearestAbove(step.mountPath, waveOf)
    const index = above === undefined ? 0 : above.index + (above.worker === step.worker ? 0 : 1)
    waveOf.set(step.mountPath, { index, worker: step.worker })
    const wave = (waves[index] ??= new Map<Worker, Step[]>())
    wave.set(step.worker, [...(wave.get(step.worker) ?? []), step])
  }
  return waves
}

function nearestAbove<Value>(path: string, values: ReadonlyMap<string, Value>): Value | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const found = values.get(path.slice(0, end))
    if (found !== undefined) return found
  }
  return undefined
}
