import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import type { MachineFiles } from './machine-files.js'
import { placesScript } from './scripts/look-scripts.js'

/** What a script says about a machine. */
interface Places {
  /** The directory that commands start in. */
  readonly home: string
  /** A directory that only our scripts and uploads may enter. */
  readonly staging: string
}

const homes = new WeakMap<object, Promise<string>>()
const places = new WeakMap<object, Promise<Places>>()

/** The directory that commands start in. */
export async function homeOf(files: MachineFiles): Promise<string> {
  const { attachment, home } = files
  return home ? once(homes, attachment, home) : (await placesOf(files)).home
}

/** A directory for what is uploaded. */
export async function stagingOf(files: MachineFiles): Promise<string> {
  return files.staging ?? (await placesOf(files)).staging
}

async function placesOf(files: MachineFiles): Promise<Places> {
  return once(places, files.attachment, async () => {
    // Nobody's signal ends it, since others may be waiting for it too.
    const target: DiskTarget = {
      path: '/tmp',
      location: '/tmp',
      operation: 'stage',
      kind: 'directory',
      signal: undefined,
    }
    const said = await runDiskScript(files, placesScript(), { first: target })
    const [home = '', staging = '', end] = said.toString().split('\0')
    if (end !== '' || !home.startsWith('/') || !staging.startsWith('/')) throw diskError('EIO', target, said.toString())
    return { home, staging }
  })
}

/** Asked once per attachment; a failure is not remembered. */
async function once<T>(known: WeakMap<object, Promise<T>>, key: object, ask: () => Promise<T>): Promise<T> {
  const asked = known.get(key) ?? ask()
  known.set(key, asked)
  try {
    return await asked
  } catch (error) {
    known.delete(key)
    throw error
  }
}
