import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Build } from '../../../src/daytona/control/builds/build.js'
import { ImageBuilder } from '../../../src/daytona/control/builds/image-builder.js'
import { ContextStore } from '../../../src/daytona/control/object-storage/context-store.js'
import { LayerStore } from '../../../src/disks/layer-store.js'
import { makeBaseLayer } from '../../../src/disks/make-base-layer.js'
import { BuildFaultPlan } from '../../../src/builds/build-fault-plan.js'
import { openMachineHost, type MachineHost } from '../../../src/machine/index.js'

/** A builder without an emulator around it. */
export interface TestBuilder {
  readonly host: MachineHost
  readonly builder: ImageBuilder
  readonly layers: LayerStore
  /** Builds, and resolves when that has ended, well or not. */
  build(dockerfile: string, contextHashes?: readonly string[]): Promise<Build>
}

/** One builder for the tests of a file. */
export function useBuilder(): () => TestBuilder {
  let made: TestBuilder | undefined
  let directory: string | undefined
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'caisson-builds-'))
    const host = await openMachineHost({ prefix: 'caisson-test' })
    const layers = new LayerStore(path.join(host.describe().directory, 'layers'))
    const base = await layers.add(layers.empty(), (target) => makeBaseLayer(target, host.backing))
    const contexts = new ContextStore('organization')
    const builder = new ImageBuilder({
      host,
      layers,
      base,
      contexts,
      directory,
      transitionMs: 1,
      faults: new BuildFaultPlan(),
    })
    made = {
      host,
      builder,
      layers,
      build: async (dockerfileContent, contextHashes = []) => {
        const build = builder.prepare({ dockerfileContent, contextHashes })
        await build.ended
        return build
      },
    }
  })
  afterAll(async () => {
    await made?.builder.clear()
    await made?.host.close()
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })
  return () => {
    if (made === undefined) throw new TypeError('the builder has not started')
    return made
  }
}

function placeOf(build: Build, file: string): string {
  const directory = build.image?.disk.directories.at(-1)
  if (directory === undefined) throw new TypeError(`nothing was built: ${build.failure} ${build.log.text()}`)
  return path.join(directory, file)
}

/** What a build has written to a file. */
export async function readBuilt(build: Build, file: string): Promise<string> {
  return readFile(placeOf(build, file), 'utf8')
}

/** Owner and mode of a built file, as `0:0 644`. */
export async function describeBuilt(build: Build, file: string): Promise<string> {
  const { uid, gid, mode } = await stat(placeOf(build, file))
  return `${uid}:${gid} ${(mode & 0o7777).toString(8)}`
}
