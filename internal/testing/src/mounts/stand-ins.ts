import path from 'node:path'
import { isOnPath } from './is-on-path.js'

/** Programs that mount, for which there is a stand-in. */
export type StandInName = 'gcsfuse' | 'blobfuse2'

/** One file that an image gets. */
export interface ImageFile {
  /** Its name in `standInFolder`. */
  readonly name: string
  /** Where it belongs in the machine. */
  readonly path: string
  readonly mode: number
}

/** Where stand-ins keep what is no program, in the machine. */
const library = '/usr/local/lib/caisson-stand-ins'

/** Where the files of images are on this computer. */
export const standInFolder: string = path.join(import.meta.dirname, '../../stand-ins')

/**
 * Programs that mount, and what stands in for them here: nothing where the real gcsfuse is there. blobfuse2 always has a
 * stand-in: Azurite refuses the empty checksum that the real one sends with every small file it writes.
 */
export const standIns: Readonly<Record<StandInName, string | undefined>> = {
  gcsfuse: isOnPath('gcsfuse') ? undefined : 'stand-in over rclone',
  blobfuse2: 'stand-in over rclone',
}

/** For titles of tests: which program is used. */
export function toolTitle(program: StandInName): string {
  return `${program} (${standIns[program] ?? 'the real one'})`
}

const scripts: ImageFile = { name: 'mount.pl', path: `${library}/mount.pl`, mode: 0o644 }

/** What a machine needs to have all programs that mount; s3fs is this computer's own. */
export const toolFiles: readonly ImageFile[] = [
  scripts,
  ...Object.entries(standIns).flatMap(([name, standIn]) =>
    standIn === undefined ? [] : [{ name, path: `/usr/local/bin/${name}`, mode: 0o755 }],
  ),
]

/** Where what an apt-get of ours installs is put aside. */
const kept = `${library}/kept`

/** Where s3fs is put aside; without this file it cannot be installed. */
export const keptTool = `${kept}/s3fs`

/** What a machine without programs that mount gets: an apt-get that installs s3fs and gcsfuse from what was put aside. */
export const bareFiles: readonly ImageFile[] = [
  { name: 'apt-get', path: '/usr/local/bin/apt-get', mode: 0o755 },
  ...(standIns.gcsfuse === undefined ? [] : [scripts, { name: 'gcsfuse', path: `${kept}/gcsfuse`, mode: 0o755 }]),
]

/** Takes the programs that mount away from a machine, as root. */
export const hideTools = `mkdir -p ${kept} && for tool in s3fs gcsfuse; do ! tool=$(command -v $tool) || mv "$tool" ${kept}/; done; rm -f /usr/bin/blobfuse2`

/** Takes sudo away from a machine, as root. */
export const removeSudo = 'rm "$(command -v sudo)"'
