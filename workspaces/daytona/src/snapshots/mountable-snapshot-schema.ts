import { isAbortSignal } from '@caisson/core/workspace'
import { commonMountTools, mountTools } from '@caisson/kit/mounts'
import { option, sandboxOptionShape } from '@caisson/kit/options'
import { z } from 'zod'
import { connectionOptionShape, imageType, resourceSize, type OptionShape } from '../options/index.js'
import type {
  DaytonaMountTool,
  DaytonaSnapshotResources,
  MountableSnapshotOptions,
} from './mountable-snapshot-options.js'

/** Default of `tools`. */
export const defaultTools: readonly DaytonaMountTool[] = commonMountTools
/** Default of `image`: the vendor's own. */
export const defaultImage = 'daytonaio/sandbox'
/** Default of `buildTimeoutMs`. */
export const defaultBuildTimeoutMs = 900_000

const toolsType = z.array(z.enum(mountTools)).min(1).readonly()

const resourcesType: z.ZodType<DaytonaSnapshotResources> = z.strictObject({
  cpu: resourceSize('a number of cores above 0'),
  memory: resourceSize('a number of GiB above 0'),
  disk: resourceSize('a number of GiB above 0'),
  gpu: resourceSize('a number of graphics processors above 0'),
} satisfies Record<keyof DaytonaSnapshotResources, z.ZodType>)

const shape: OptionShape<MountableSnapshotOptions> = {
  tools: option(toolsType, {
    description: 'Programs that are installed.',
    type: `(${mountTools.map((tool) => `'${tool}'`).join(' | ')})[]`,
    expected: `a list of at least one of ${mountTools.join(', ')}`,
    default: defaultTools,
  }),
  image: option(imageType, {
    description: 'What the snapshot is made from: the name of an image, or a definition made with the SDK.',
    type: 'string | Image',
    expected: 'the name of an image, or one made with the SDK',
    default: defaultImage,
    jsonSchema: { type: 'string', minLength: 1 },
  }),
  resources: option(resourcesType, {
    description: 'Cores, GiB of memory, GiB of disk and graphics processors of its machines.',
    type: '{ cpu?: number, memory?: number, disk?: number, gpu?: number }',
    expected: 'an object of numbers above 0',
    defaultText: "the vendor's",
    jsonSchema: { type: 'object' },
  }),
  entrypoint: option(z.array(z.string()).min(1).readonly(), {
    description: 'Program that its machines start, as words.',
    type: 'string[]',
    expected: 'a list of at least one word',
    defaultText: "the image's",
  }),
  regionId: option(z.string().regex(/^[\x21-\x7e]+$/), {
    description: 'Region of the snapshot.',
    type: 'string',
    expected: 'the id of a region',
    defaultText: 'the `target`',
    jsonSchema: { type: 'string' },
  }),
  name: option(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/), {
    description: 'Name of the snapshot. One that exists is used, whatever it was made of.',
    type: 'string',
    expected: 'letters, digits and ._:/@- of which the first one is a letter or a digit',
    defaultText: '`caisson-mountable-` and a digest of all that it is made of',
    jsonSchema: { type: 'string', minLength: 1 },
  }),
  buildTimeoutMs: option(z.number().positive(), {
    description: 'Longest wait in milliseconds. The build itself goes on.',
    type: 'number',
    expected: 'a number of milliseconds above 0',
    default: defaultBuildTimeoutMs,
  }),
  onBuildLog: option(z.custom<NonNullable<MountableSnapshotOptions['onBuildLog']>>(isFunction), {
    description: "Receives the lines of the build's log.",
    type: '({ timestamp, level, message }) => void',
    expected: 'a function',
    stored: 'none',
  }),
  abortSignal: option(z.custom<AbortSignal>(isAbortSignal), {
    description: 'Ends the wait, not the build.',
    type: 'AbortSignal',
    expected: 'an AbortSignal',
    stored: 'none',
  }),
  logger: sandboxOptionShape.logger,
  ...connectionOptionShape,
}

/** Everything that is known of the options of `createMountableSnapshot`. */
export const mountableSnapshotSchema: z.ZodType<MountableSnapshotOptions> = z.strictObject(shape)

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}
