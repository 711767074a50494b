import { create } from '@bufbuild/protobuf'
import type { Located } from '../../../../daemon/paths.js'
import type { FilesystemEvent } from '../../protocol/filesystem-messages.js'
import { EventType, FilesystemEventSchema } from '../../protocol/filesystem-messages.js'
import { EventQueue } from '../../rpc/event-queue.js'
import type { EntryReader } from '../entry-info.js'
import { readEntries } from '../entry-info.js'
import { requireDirectory } from '../list-directory.js'
import type { WatchEvent } from './directory-watcher.js'
import { DirectoryWatcher } from './directory-watcher.js'
import { refuseNetworkMount } from './network-mounts.js'

const eventTypes: Readonly<Record<WatchEvent['type'], EventType>> = {
  create: EventType.CREATE,
  write: EventType.WRITE,
  remove: EventType.REMOVE,
  rename: EventType.RENAME,
  chmod: EventType.CHMOD,
}

/** Events of files that are no longer there have no entry. */
const typesWithEntry: ReadonlySet<WatchEvent['type']> = new Set(['create', 'write', 'chmod'])

/** What a client wants to watch. */
export interface WatchRequest {
  readonly directory: Located
  readonly recursive: boolean
  readonly includeEntry: boolean
  readonly allowNetworkMounts: boolean
}

/** Events of one directory for one client. */
export class WatchSession {
  readonly queue: EventQueue<FilesystemEvent> = new EventQueue<FilesystemEvent>()
  readonly #reader: EntryReader
  readonly #request: WatchRequest
  readonly #watcher: DirectoryWatcher
  /** Entries take a moment to read, and events keep their order. */
  #work: Promise<void> = Promise.resolve()

  private constructor(reader: EntryReader, request: WatchRequest) {
    this.#reader = reader
    this.#request = request
    this.#watcher = new DirectoryWatcher(request.directory.actual, request.recursive, (event) => this.#add(event))
  }

  static async open(reader: EntryReader, request: WatchRequest): Promise<WatchSession> {
    await requireDirectory(request.directory)
    if (!request.allowNetworkMounts) await refuseNetworkMount(request.directory)
    const session = new WatchSession(reader, request)
    await session.#watcher.start()
    return session
  }

  close(): void {
    this.#watcher.close()
    this.queue.end()
  }

  #add(event: WatchEvent): void {
    this.#work = this.#work.then(async () => this.queue.push(await this.#message(event)))
  }

  async #message({ name, type }: WatchEvent): Promise<FilesystemEvent> {
    const message = create(FilesystemEventSchema, { name, type: eventTypes[type] })
    if (!this.#request.includeEntry || !typesWithEntry.has(type)) return message
    const { shown, actual } = this.#request.directory
    const place = { shown: joinTo(shown, name), actual: joinTo(actual, name) }
    const [entry] = await readEntries(this.#reader, [place]).catch(() => [])
    return entry === undefined ? message : { ...message, entry }
  }
}

function joinTo(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`
}
