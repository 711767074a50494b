import type { CreateSnapshotParams, Image } from '@daytonaio/sdk'
import { installToolsCommand } from '@caisson/kit/mounts'
import { contentName } from '@caisson/kit/templates'
import type { DaytonaImage } from '../options/index.js'
import { describeFiles } from './describe-files.js'
import type { ResolvedSnapshotOptions } from './resolve-snapshot-options.js'

/** What a snapshot is made of, as the SDK takes it. */
export type SnapshotDefinition = Readonly<Pick<CreateSnapshotParams, 'name' | 'image' | 'resources' | 'regionId'>>

/** Raised when the same text comes to mean something else. */
const version = 1

/**
 * The image with the commands that install the tools, and a name that is made of all of it where the caller chose none. An
 * image that was made with the SDK is not touched: its own methods would change it for its owner.
 *
 * Throws `SandboxError` INVALID_ARGUMENT when a file that an image takes in cannot be read.
 */
export async function defineSnapshot(options: ResolvedSnapshotOptions): Promise<SnapshotDefinition> {
  const { resources, regionId } = options
  const { dockerfile, contextList } = sourceOf(options.image)
  const lines = [dockerfile.trimEnd(), `RUN ${installation(options)}`, ...entrypointOf(options)]
  const image = { dockerfile: `${lines.join('\n')}\n`, contextList } as Image
  const name = options.name ?? (await nameOf(image, options))
  return {
    name,
    image,
    ...(resources === undefined ? {} : { resources: given(resources) }),
    ...(regionId === undefined ? {} : { regionId }),
  }
}

type Given<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> }

/** A copy without the members that are `undefined`. */
function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>
}

function sourceOf(image: DaytonaImage): Pick<Image, 'dockerfile' | 'contextList'> {
  if (typeof image === 'string') return { dockerfile: `FROM ${image}`, contextList: [] }
  return { dockerfile: image.dockerfile, contextList: [...image.contextList] }
}

/** As a list of words, since in a line of text the line breaks of a script would end the instruction. */
function installation({ tools }: ResolvedSnapshotOptions): string {
  return JSON.stringify(['/bin/sh', '-c', installToolsCommand(tools).text])
}

function entrypointOf({ entrypoint }: ResolvedSnapshotOptions): readonly string[] {
  return entrypoint === undefined ? [] : [`ENTRYPOINT ${JSON.stringify(entrypoint)}`]
}

async function nameOf(
  { dockerfile, contextList }: Image,
  { resources, regionId }: ResolvedSnapshotOptions,
): Promise<string> {
  const files = await describeFiles(contextList)
  return contentName('caisson-mountable', { version, dockerfile, files, resources, regionId })
}
