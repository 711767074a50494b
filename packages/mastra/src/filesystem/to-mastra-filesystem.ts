import { Readable } from 'node:stream'
import { invalidArgument, type WorkspaceFilesystem } from '@caisson/core'
import type { WorkspaceFilesystem as MastraWorkspaceFilesystem } from '@mastra/core/workspace'
import { loadMastraErrorClasses } from './load-mastra-error-classes.js'
import type { MastraErrorClasses } from './mastra-error-classes.js'
import { methodAdjustments } from './method-adjustments.js'
import { isTranslatable, translateFileError, type FailedCall } from './translate-file-error.js'

/** A filesystem in Mastra's type, with what it has beyond that type. */
export type MastraFilesystem<Filesystem extends WorkspaceFilesystem = WorkspaceFilesystem> = MastraWorkspaceFilesystem &
  Omit<Filesystem, keyof MastraWorkspaceFilesystem>

type Method = (...args: readonly unknown[]) => unknown

/**
 * A filesystem for Mastra's `Workspace`, whose file tools recognise a missing file by Mastra's own error classes.
 *
 * Everything that the filesystem has is there, streams and mounting included, and does what it did. What differs: errors
 * come in Mastra's classes, with the same `code` and message and with the original as `cause`; `grep` gives paths relative
 * to the searched directory; `readFile` takes all encodings of Node. State lives in the given filesystem: both objects may
 * be used side by side. Without `errors` the same filesystem always gives the same object, so that a mount of it is
 * recognised.
 *
 * Without `errors` the classes come from the `@mastra/core` that is installed beside this package, loaded when the first
 * error needs them. Pass them where there are several copies of it.
 *
 * @throws SandboxError `INVALID_ARGUMENT` for what is no object; WorkspaceError `INVALID_CONFIG`, from an operation that
 * failed, when no classes were given and `@mastra/core` is not installed
 */
export function toMastraFilesystem<Filesystem extends WorkspaceFilesystem>(
  filesystem: Filesystem,
  errors: MastraErrorClasses = {},
): MastraFilesystem<Filesystem> {
  if (typeof filesystem !== 'object' || filesystem === null) {
    throw invalidArgument({ name: 'filesystem', expected: 'a filesystem', given: filesystem })
  }
  const given = Object.values(errors).some((type) => type !== undefined) ? errors : undefined
  const known = given ? undefined : faces.get(filesystem)
  const face = known ?? createFace(filesystem, createTranslator(given))
  if (!given) faces.set(filesystem, face).set(face, face)
  return face as MastraFilesystem<Filesystem>
}

/** What was made without error classes of the caller's own, by filesystem. */
const faces = new WeakMap<object, object>()

function createFace(filesystem: WorkspaceFilesystem, translate: Translate): object {
  const wrappers = new Map<PropertyKey, { of: unknown; wrapper: Method }>()
  // An empty object that inherits from the filesystem is an instance of the same classes, and a proxy of it may answer for
  // members that are frozen in the filesystem. Members are read from the filesystem itself, for the sake of private fields.
  return new Proxy(Object.create(filesystem) as object, {
    get: (_target, key) => {
      const value: unknown = Reflect.get(filesystem, key)
      if (typeof value !== 'function' || key === 'constructor') return value
      const known = wrappers.get(key)
      if (known?.of === value) return known.wrapper
      const wrapper = wrapMethod(filesystem, key, value as Method, translate)
      wrappers.set(key, { of: value, wrapper })
      return wrapper
    },
    set: (_target, key, value) => Reflect.set(filesystem, key, value),
  })
}

type Translate = (error: unknown, call: FailedCall) => Promise<unknown>

function createTranslator(given: MastraErrorClasses | undefined): Translate {
  return async (error, call) =>
    isTranslatable(error) ? translateFileError(error, given ?? (await loadMastraErrorClasses(error)), call) : error
}

function wrapMethod(filesystem: WorkspaceFilesystem, key: PropertyKey, method: Method, translate: Translate): Method {
  const name = String(key)
  const adjustment = Object.hasOwn(methodAdjustments, name) ? methodAdjustments[name] : undefined
  return (...args) => {
    const call = { method: name, path: pathOf(args[0]) }
    const result = adjustment ? adjustment(filesystem, args) : Reflect.apply(method, filesystem, args)
    // Methods that answer at once (instructions, text detection) touch no file.
    return isPromise(result) ? settle(result, call, translate) : result
  }
}

async function settle(result: PromiseLike<unknown>, call: FailedCall, translate: Translate): Promise<unknown> {
  try {
    const value = await result
    return call.method === 'readStream' ? translateStream(value as Readable, call, translate) : value
  } catch (error) {
    throw await translate(error, call)
  }
}

/** A failure may come when a stream is read, long after it was opened. */
function translateStream(stream: Readable, call: FailedCall, translate: Translate): Readable {
  async function* chunks(): AsyncGenerator {
    try {
      yield* stream
    } catch (error) {
      throw await translate(error, call)
    }
  }
  return Readable.from(chunks(), { objectMode: stream.readableObjectMode })
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** The path that a call is about: its first argument, or the `path` of its options. */
function pathOf(argument: unknown): string {
  if (typeof argument === 'string') return argument
  const isOptions = typeof argument === 'object' && argument !== null && 'path' in argument
  return isOptions && typeof argument.path === 'string' ? argument.path : ''
}
