import type { CreateSnapshotParams, Image } from '@daytonaio/sdk'
import { installToolsCommand } from '@caisson/kit/mounts'
import { contentName } from '@caisson/kit/templates'
import type { DaytonaImage } from '../options/index.js'
import { imageContent } from './image-content.js'
import type { ResolvedSnapshotOptions } from './resolve-snapshot-options.js'

/** What a snapshot is made of. */
export interface SnapshotDefinition {
  readonly name: string
  /** As the SDK takes it. */
  readonly params: CreateSnapshotParams
  /** A text of the vendor about the build, with a few words in place of the script that is most of it. */
  toReadable(text: string): string
}

/** Raised when the same text comes to mean something else. */
const version = 1

/**
 * The image with the commands that install the tools, and a name that is made of all of it where the caller chose none. An
 * image that was made with the SDK is not touched: its own methods would change it for its owner.
 *
 * Throws `SandboxError` INVALID_ARGUMENT when a file that an image takes in cannot be read.
 */
export async function defineSnapshot(options: ResolvedSnapshotOptions): Promise<SnapshotDefinition> {
  const { tools, regionId, entrypoint } = options
  const resources = given(options.resources ?? {})
  const script = installToolsCommand(tools).text
  const { dockerfile, contextList } = sourceOf(options.image)
  const lines = [
    dockerfile.trimEnd(),
    // As a list of words: a line of text would be read by the builder before the shell.
    `RUN ${JSON.stringify(['/bin/sh', '-c', script])}`,
    ...(entrypoint === undefined ? [] : [`ENTRYPOINT ${JSON.stringify(entrypoint)}`]),
  ]
  const image = { dockerfile: `${lines.join('\n')}\n`, contextList } as Image
  const sizes = Object.keys(resources).length === 0 ? {} : { resources }
  const name =
    options.name ?? contentName('caisson-mountable', { version, ...(await imageContent(image)), ...sizes, regionId })
  return {
    name,
    params: {
      name,
      image,
      ...sizes,
      ...(regionId === undefined ? {} : { regionId }),
    },
    toReadable: (text) => {
      const words = `(installation of ${tools.join(', ')})`
      return text.replaceAll(JSON.stringify(script).slice(1, -1), words).replaceAll(script, words)
    },
  }
}

function sourceOf(image: DaytonaImage): Pick<Image, 'dockerfile' | 'contextList'> {
  if (typeof image === 'string') return { dockerfile: `FROM ${image}`, contextList: [] }
  return { dockerfile: image.dockerfile, contextList: [...image.contextList] }
}

type Given<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> }

/** A copy without the members that are `undefined`. */
function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>
}
