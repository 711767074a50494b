import type { MachineFiles } from '@caisson/kit/filesystem'
import { inputBytesOf, runPlatformScript, type ScriptPlace } from '../exec/index.js'

/** What the files of an attached machine are reached through. One for each attachment: what is learnt is asked once. */
export interface PlatformFileAccess {
  readonly place: ScriptPlace
  /** Where relative paths start. Default: the directory that commands start in. */
  readonly workingDirectory: string | undefined
}

const outputBytes = 4 * 1024 * 1024

/** All is done by scripts, whose input goes over the socket where the server takes that. */
export function platformMachineFiles(access: PlatformFileAccess): MachineFiles {
  const { place, workingDirectory } = access
  return {
    attachment: access,
    workingDirectory,
    run: async (command, options) => runPlatformScript(place, command, options),
    get inputBytes() {
      return inputBytesOf(place.features())
    },
    outputBytes,
    // There is no API for files whose errors could say something of them.
    classify: () => undefined,
  }
}
