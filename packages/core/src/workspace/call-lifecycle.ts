/** The phases in the life of a sandbox or a filesystem. */
export type LifecyclePhase = 'init' | 'start' | 'stop' | 'destroy'

/**
 * Runs one phase of a sandbox or filesystem: `_start` and the like where the object has them, since bases that wrap
 * their provider's hooks put the guarded call there, else `start`. An object that has neither needs nothing.
 */
export async function callLifecycle(part: object, phase: LifecyclePhase): Promise<void> {
  const members = part as Readonly<Record<string, unknown>>
  for (const name of [`_${phase}`, phase]) {
    const method = members[name]
    if (typeof method !== 'function') continue
    await Reflect.apply(method, part, [])
    return
  }
}
