import { option } from '@caisson/kit/options'
import { z } from 'zod'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import { computerUseType, imageType, languageType, resourcesType, secretsType, volumesType } from './machine-types.js'
import type { OptionShape } from './option-shape.js'

type MachineOptionName =
  | 'language'
  | 'snapshot'
  | 'image'
  | 'resources'
  | 'user'
  | 'ephemeral'
  | 'autoStopInterval'
  | 'autoArchiveInterval'
  | 'autoDeleteInterval'
  | 'volumes'
  | 'secrets'
  | 'computerUse'

const minutes = z.int().min(0)
const wholeMinutes = { type: 'number', expected: 'a whole number of minutes that is not negative' } as const

/** What a new machine is made of, and how long it is kept. */
export const machineOptionShape: OptionShape<Pick<DaytonaSandboxOptions, MachineOptionName>> = {
  snapshot: option(z.string().regex(/^[^\s\p{Cc}]+$/u), {
    description: 'Id or name of the snapshot that a new machine starts from. Wins over `image`.',
    type: 'string',
    expected: 'the id or name of a snapshot',
    defaultText: "the vendor's own",
    jsonSchema: { type: 'string', minLength: 1 },
  }),
  image: option(imageType, {
    description: 'Image that a new machine is built from: its name, or a definition made with the SDK.',
    type: 'string | Image',
    expected: 'the name of an image, or one made with the SDK',
    isVital: true,
    jsonSchema: { type: 'string', minLength: 1 },
  }),
  resources: option(resourcesType, {
    description: 'Cores, GiB of memory and GiB of disk of a new machine. Counts with `image` only.',
    type: '{ cpu?: number, memory?: number, disk?: number }',
    expected: 'an object of numbers above 0',
    jsonSchema: {
      type: 'object',
      properties: Object.fromEntries(
        ['cpu', 'memory', 'disk'].map((name) => [name, { type: 'number', exclusiveMinimum: 0 }]),
      ),
      additionalProperties: false,
    },
  }),
  language: option(languageType, {
    description: "Language of the vendor's own code runner.",
    type: "'typescript' | 'javascript' | 'python'",
    expected: "'typescript', 'javascript' or 'python'",
    default: 'typescript',
  }),
  user: option(z.string().regex(/^[^\s\p{Cc}]+$/u), {
    description: 'User that commands run as.',
    type: 'string',
    expected: 'the name of a user',
    defaultText: "the image's, `daytona` in the vendor's own",
  }),
  ephemeral: option(z.boolean(), {
    description: 'Deletes a machine as soon as it stops.',
    type: 'boolean',
    expected: 'a boolean',
    default: false,
  }),
  autoStopInterval: option(minutes, {
    ...wholeMinutes,
    description: 'Minutes without activity after which a machine stops; 0: never.',
    default: 15,
  }),
  autoArchiveInterval: option(minutes, {
    ...wholeMinutes,
    description: 'Minutes after a stop until a machine is archived; 0: the longest there is.',
    defaultText: '7 days',
  }),
  autoDeleteInterval: option(z.int(), {
    description: 'Minutes after a stop until a machine is deleted; 0: at once, below 0: never.',
    type: 'number',
    expected: 'a whole number of minutes',
    defaultText: 'never',
  }),
  volumes: option(volumesType, {
    description: 'Volumes of the organization to attach to a new machine.',
    type: '{ volumeId: string, mountPath: string, subpath?: string }[]',
    expected: 'an array of objects with volumeId and mountPath',
  }),
  secrets: option(secretsType, {
    description: 'Names of secrets of the organization, by the environment variable that stands for each.',
    type: 'Record<string, string>',
    expected: 'an object of names of secrets',
    jsonSchema: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
  }),
  computerUse: option(computerUseType, {
    description: 'Offers the desktop of the machine as `computer`; `{ autoStart: true }` starts it with the machine.',
    type: 'boolean | { autoStart?: boolean }',
    expected: 'a boolean or an object with autoStart',
    default: false,
  }),
}
