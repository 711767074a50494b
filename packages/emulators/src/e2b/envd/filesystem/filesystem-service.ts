import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { create } from '@bufbuild/protobuf'
import { EnvdError } from '../envd-error.js'
import type { MetadataStore } from '../metadata/metadata-store.js'
import type { Located } from '../../../daemon/paths.js'
import { locate } from '../../../daemon/paths.js'
import { expandPath } from '../paths.js'
import type { Filesystem } from '../protocol/filesystem.js'
import type { WatchDirResponse } from '../protocol/filesystem-watch.js'
import { WatchDirResponseSchema, WatchKeepAliveSchema, WatchStartSchema } from '../protocol/filesystem-watch.js'
import { answer, callerAccount } from '../rpc/call.js'
import { follow } from '../rpc/follow.js'
import type { SandboxState } from '../sandbox-state.js'
import { ensureDirectory } from './ensure-directory.js'
import type { EntryReader } from './entry-info.js'
import { readEntries, readEntry } from './entry-info.js'
import { listDirectory } from './list-directory.js'
import { moveEntry } from './move-entry.js'
import { WatchSession } from './watch/watch-session.js'

/** The part of both watch requests that says what to watch. */
interface WatchFields {
  readonly path: string
  readonly recursive: boolean
  readonly includeEntry: boolean
  readonly allowNetworkMounts: boolean
}

/** The service that lists, makes, moves, removes and watches files. */
export class FilesystemService {
  readonly #state: SandboxState
  readonly #reader: EntryReader
  /** Watchers that clients ask for their events; they stay until they are removed. */
  readonly #watchers = new Map<string, WatchSession>()
  readonly #streams = new Set<WatchSession>()

  constructor(state: SandboxState, metadata: MetadataStore) {
    this.#state = state
    this.#reader = { users: state.users, metadata, root: state.root }
  }

  get implementation(): ServiceImpl<typeof Filesystem> {
    return { ...this.#files(), ...this.#watching() }
  }

  close(): void {
    for (const session of [...this.#watchers.values(), ...this.#streams]) session.close()
    this.#watchers.clear()
  }

  #files(): Pick<ServiceImpl<typeof Filesystem>, 'stat' | 'makeDir' | 'move' | 'listDir' | 'remove'> {
    return {
      stat: ({ path }, context) => answer(async () => this.#entry(await this.#place(path, context))),
      makeDir: ({ path }, context) =>
        answer(async () => {
          const at = await this.#place(path, context, 'followed')
          if (!(await ensureDirectory(at, callerAccount(context, this.#state)))) {
            throw new EnvdError('alreadyExists', `directory '${at.shown}' already exists`)
          }
          return this.#entry(at)
        }),
      move: ({ source, destination }, context) =>
        answer(async () => {
          const to = await this.#place(destination, context)
          await moveEntry(await this.#place(source, context), to, callerAccount(context, this.#state))
          return this.#entry(to)
        }),
      listDir: ({ path, depth }, context) =>
        answer(async () => {
          const places = await listDirectory(await this.#place(path, context, 'followed'), depth)
          return { entries: await readEntries(this.#reader, places) }
        }),
      remove: ({ path }, context) =>
        answer(async () => {
          const at = await this.#place(path, context)
          if (at.shown === '/') throw new EnvdError('invalidArgument', 'the root directory cannot be removed')
          await rm(at.actual, { recursive: true, force: true })
          return {}
        }),
    }
  }

  #watching(): Pick<
    ServiceImpl<typeof Filesystem>,
    'watchDir' | 'createWatcher' | 'getWatcherEvents' | 'removeWatcher'
  > {
    return {
      watchDir: (request, context) => this.#stream(request, context),
      createWatcher: (request, context) =>
        answer(async () => {
          const watcherId = randomUUID()
          this.#watchers.set(watcherId, await this.#open(request, context))
          return { watcherId }
        }),
      getWatcherEvents: ({ watcherId }) => answer(async () => ({ events: this.#watcher(watcherId).queue.drain() })),
      removeWatcher: ({ watcherId }) =>
        answer(async () => {
          this.#watcher(watcherId).close()
          this.#watchers.delete(watcherId)
          return {}
        }),
    }
  }

  async *#stream(request: WatchFields, context: HandlerContext): AsyncGenerator<WatchDirResponse> {
    const session = await answer(() => this.#open(request, context))
    this.#streams.add(session)
    const message = (event: WatchDirResponse['event']) => create(WatchDirResponseSchema, { event })
    yield* follow(context, {
      queue: session.queue,
      first: message({ case: 'start', value: create(WatchStartSchema) }),
      keepalive: message({ case: 'keepalive', value: create(WatchKeepAliveSchema) }),
      toMessage: (event) => message({ case: 'filesystem', value: event }),
      isLast: () => false,
      onEnd: () => {
        this.#streams.delete(session)
        session.close()
      },
    })
  }

  async #open({ path, ...options }: WatchFields, context: HandlerContext): Promise<WatchSession> {
    const { recursive, includeEntry, allowNetworkMounts } = options
    const directory = await this.#place(path, context, 'followed')
    return WatchSession.open(this.#reader, { directory, recursive, includeEntry, allowNetworkMounts })
  }

  #watcher(id: string): WatchSession {
    const session = this.#watchers.get(id)
    if (session === undefined) throw new EnvdError('notFound', `watcher with id ${id} not found`)
    return session
  }

  async #entry(at: Located) {
    return { entry: await readEntry(this.#reader, at) }
  }

  async #place(path: string, context: HandlerContext, last: 'followed' | 'link' = 'link'): Promise<Located> {
    const account = callerAccount(context, this.#state)
    return locate(expandPath(path, account, this.#state.defaultWorkdir), this.#state.root, last)
  }
}
