import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import type { MachineHost } from '../../../machine/index.js'
import { defaultResources } from '../default-resources.js'
import type { BuildInfo, SandboxBuilds, SandboxImage } from '../images.js'
import type { ContextStore } from '../object-storage/context-store.js'
import type { BuildFaultPlan } from '../../../builds/build-fault-plan.js'
import type { BuildPlace } from '../../../builds/build-fault.js'
import { BuildError } from '../../../builds/build-error.js'
import { writeBuildAgent } from '../../../builds/write-build-agent.js'
import { Build, buildKeyOf, snapshotRefOf } from './build.js'
import { type Image, runtimeOf } from './image.js'
import { runPlan } from './run-plan.js'

export interface ImageBuilderParts {
  readonly host: MachineHost
  readonly layers: LayerStore
  /** What every image stands on. */
  readonly base: DiskHold
  readonly contexts: ContextStore
  /** For its own files. */
  readonly directory: string
  /** How long each change of state takes at least. */
  readonly transitionMs: number
  readonly faults: BuildFaultPlan
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Makes images of Dockerfiles by doing their steps in machines. The same Dockerfile with the same files is built once. */
export class ImageBuilder implements SandboxBuilds {
  readonly #parts: ImageBuilderParts
  readonly #builds = new Map<string, Build>()
  readonly #latest = new Map<string, Build>()
  #agentFile: Promise<string> | undefined

  constructor(parts: ImageBuilderParts) {
    this.#parts = parts
  }

  /** Every build that there was, by its id. */
  find(id: string): Build | undefined {
    return this.#builds.get(id)
  }

  /** Starts a build, or finds the same one that is under way or ready. */
  prepare(info: BuildInfo): Build {
    const key = buildKeyOf(info)
    const known = this.#latest.get(key)
    if (known !== undefined && known.state !== 'failed') return known
    const build = new Build(info)
    this.#builds.set(build.id, build)
    this.#latest.set(key, build)
    build.started = this.#begin(build)
    build.ended = build.started.then(() => this.#follow(build))
    return build
  }

  isBuilt(info: BuildInfo): boolean {
    return this.#latest.get(buildKeyOf(info))?.state === 'ready'
  }

  async build(info: BuildInfo, onBuilding: () => void): Promise<SandboxImage> {
    const build = this.prepare(info)
    await build.started
    if (build.state === 'building') onBuilding()
    await build.ended
    if (build.image === undefined) throw new BuildError(build.failure ?? 'the build was given up')
    const { disk, config } = build.image
    return { snapshot: undefined, disk: disk.share(), runtime: runtimeOf(config), resources: defaultResources }
  }

  logPath(info: BuildInfo): string {
    return `/build-logs/${this.#latest.get(buildKeyOf(info))?.id ?? 'none'}`
  }

  snapshotRef(info: BuildInfo): string {
    return snapshotRefOf(info)
  }

  /** Ends what is under way. */
  giveUp(): void {
    for (const { abort } of this.#builds.values()) abort.abort()
  }

  /** Gives up what is under way, and forgets what was made; its disks stay as long as others hold them. */
  async clear(): Promise<void> {
    this.giveUp()
    const builds = [...this.#builds.values()]
    this.#builds.clear()
    this.#latest.clear()
    await Promise.all(builds.map(({ ended }) => ended))
    for (const { image } of builds) await image?.disk.release()
  }

  async #begin(build: Build): Promise<void> {
    await wait(this.#parts.transitionMs)
    build.state = 'building'
  }

  async #follow(build: Build): Promise<void> {
    try {
      build.image = await this.#build(build)
      build.log.line('Build completed')
      build.state = 'ready'
    } catch (error) {
      build.failure = build.abort.signal.aborted ? 'the build was given up' : describe(error)
      build.log.line(`Build failed: ${build.failure}`)
      build.state = 'failed'
    } finally {
      build.log.end()
    }
  }

  async #build(build: Build): Promise<Image> {
    const { host, layers, base, contexts, directory, transitionMs, faults } = this.#parts
    const meet = (place: BuildPlace): Promise<void> =>
      faults.meet({ place, names: build.names, signal: build.abort.signal })
    await wait(transitionMs)
    await meet('base')
    const files = path.join(directory, build.id)
    try {
      const archives = await contexts.unload(build.info.contextHashes, files)
      return await runPlan({ build, host, layers, base, archives, agentFile: await this.#agent(), meet })
    } finally {
      await rm(files, { recursive: true, force: true })
    }
  }

  #agent(): Promise<string> {
    this.#agentFile ??= writeBuildAgent(this.#parts.directory)
    return this.#agentFile
  }
}
