import { AsyncLocalStorage } from 'node:async_hooks'
import type { SandboxDriver } from '@caisson/core/driver'
import { ConformanceError } from '../sandbox/conformance-error.js'

/** Methods of a driver that can be watched and made to misbehave. */
export type TappedMethod =
  | 'find'
  | 'connect'
  | 'create'
  | 'inspect'
  | 'stop'
  | 'destroy'
  | 'spawn'
  | 'run'
  | 'classifyError'

type Method = (...args: readonly unknown[]) => unknown
type Wrapper = (original: Method, args: readonly unknown[]) => unknown

/** A call that waits until it is let go. */
export interface Gate {
  /** Resolves when the call has arrived. */
  readonly reached: Promise<void>
  /** Lets this and all later calls through. */
  open(): void
}

const tapped: readonly TappedMethod[] = [
  'find',
  'connect',
  'create',
  'inspect',
  'stop',
  'destroy',
  'spawn',
  'run',
  'classifyError',
]

/**
 * Sits in front of a driver's methods: keeps a journal, and makes single methods slow or failing. It replaces the methods
 * on the object, so it works for every driver that calls of core go to.
 */
export class DriverTap {
  /** Names of the methods in the order in which they were called; `classifyError` is not counted. */
  readonly calls: TappedMethod[] = []
  readonly #wrappers = new Map<TappedMethod, Wrapper>()
  readonly #handles: unknown[] = []
  /** Set inside a call of the driver: what it calls on itself is its own business. */
  readonly #inside = new AsyncLocalStorage<boolean>()

  constructor(readonly driver: SandboxDriver<unknown>) {
    const slots = driver as Partial<Record<TappedMethod, Method>>
    for (const name of tapped) {
      const original = slots[name]
      if (!original) continue
      const own = original.bind(driver)
      const entered: Method = (...args) => this.#inside.run(true, () => own(...args))
      slots[name] = (...args) => (this.#inside.getStore() ? own(...args) : this.#call(name, entered, args))
    }
  }

  count(name: TappedMethod): number {
    return this.calls.filter((call) => call === name).length
  }

  /** The machine that was attached to last. */
  get handle(): unknown {
    if (this.#handles.length === 0) throw new ConformanceError('No machine was attached to yet')
    return this.#handles.at(-1)
  }

  /** Puts something in front of a method. */
  wrap(name: TappedMethod, wrapper: (original: Method, args: readonly unknown[]) => unknown): void {
    this.#wrappers.set(name, wrapper)
  }

  unwrap(name: TappedMethod): void {
    this.#wrappers.delete(name)
  }

  /** Lets everything through again. Calls that are held stay held. */
  reset(): void {
    this.#wrappers.clear()
  }

  /** Makes the next `times` calls fail; later ones go through. */
  fail(name: TappedMethod, error: unknown, times: number = 1): void {
    let left = times
    this.wrap(name, async (original, args) => {
      if (left === 0) return original(...args)
      left -= 1
      throw error
    })
  }

  /** Makes calls wait before they reach the driver. */
  hold(name: TappedMethod): Gate {
    let arrive: () => void = () => undefined
    let open: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    this.wrap(name, async (original, args) => {
      arrive()
      await opened
      return original(...args)
    })
    return { reached, open }
  }

  /** Makes the driver's answer to an error of our own making. */
  classify(error: unknown, facts: ReturnType<SandboxDriver<unknown>['classifyError']>): void {
    this.wrap('classifyError', (original, args) => (args[0] === error ? facts : original(...args)))
  }

  #call(name: TappedMethod, original: Method, args: readonly unknown[]): unknown {
    if (name !== 'classifyError') this.calls.push(name)
    const wrapper = this.#wrappers.get(name)
    const result = wrapper ? wrapper(original, args) : original(...args)
    if ((name === 'create' || name === 'connect') && result instanceof Promise) {
      result.then(
        (handle: unknown) => this.#handles.push(handle),
        () => undefined,
      )
    }
    return result
  }
}
