import { RecordingLogger } from '@caisson/conformance'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { MountImage, MountProvider, MountSandbox, MountSandboxOptions } from './mount-provider.js'
import { misleading } from './misleading.js'
import { useStores, type Stores } from './stores.js'
import { whyNoMounts } from './why-no-mounts.js'

/** What tests of mounts work with. */
export interface MountBench {
  readonly provider: MountProvider
  readonly stores: Stores
  readonly logger: RecordingLogger
  /** A running sandbox that the tests of the file share; each takes a path of its own. */
  readonly sandbox: MountSandbox
  /** A sandbox that is destroyed after the tests of the file; starts nothing. */
  make(options?: MountSandboxOptions): MountSandbox
}

/** Machines of an image for the tests of a file, which are skipped by name where buckets cannot be mounted. */
export function useMountBench(provider: MountProvider, image?: MountImage): MountBench {
  const stores = useStores()
  const logger = new RecordingLogger()
  const made: MountSandbox[] = []
  let name: string | undefined
  let shared: MountSandbox | undefined
  const make = (options: MountSandboxOptions = {}): MountSandbox => {
    const sandbox = provider.make({ logger, image: name, ...options })
    made.push(sandbox)
    return sandbox
  }
  beforeAll(async () => {
    if (whyNoMounts(provider.emulator) !== undefined) return
    name = image && (await provider.buildImage(image))
    shared = make({ env: misleading })
    await shared.start()
  })
  beforeEach(({ skip }) => {
    const obstacle = whyNoMounts(provider.emulator)
    skip(obstacle !== undefined, obstacle)
  })
  afterAll(async () => {
    await Promise.all(made.map((sandbox) => sandbox.destroy()))
  })
  return {
    provider,
    stores,
    logger,
    make,
    get sandbox() {
      if (shared === undefined) throw new TypeError('the sandbox has not started')
      return shared
    },
  }
}
