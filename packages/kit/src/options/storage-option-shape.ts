import type { FilesystemIcon, InstructionsOption } from '@caisson/core/workspace'
import type { FilesystemLifecycleHook } from '@caisson/core/driver'
import { z } from 'zod'
import { option } from './option-facts.js'
import type { StorageOptions } from './storage-options.js'

/** The options that every filesystem in a bucket has, to be spread into a provider's schema. */
export type StorageOptionShape = {
  readonly [Name in keyof Required<StorageOptions>]: z.ZodOptional<z.ZodType<Exclude<StorageOptions[Name], undefined>>>
}

/** A filled text without what would break a line of a report. */
const line = z.string().regex(/^[^\p{Cc}]+$/u)

/** What is further asked of a prefix is said by the filesystem, which also trims it. */
export const storageOptionShape: StorageOptionShape = {
  prefix: option(z.string(), {
    description: 'Only what is below this prefix is seen, as if it were all there is.',
    type: 'string',
    expected: 'a string',
  }),
  readOnly: option(z.boolean(), {
    description: 'Refuse every change, in mounts too.',
    type: 'boolean',
    expected: 'a boolean',
    default: false,
  }),
  id: option(line, {
    description: 'Names the filesystem.',
    type: 'string',
    expected: 'a string that is not empty',
    defaultText: 'made from time and chance',
    stored: 'form',
  }),
  displayName: option(line, {
    description: 'Name for people.',
    type: 'string',
    expected: 'a string that is not empty',
    defaultText: 'made from where it is',
  }),
  icon: option(line as z.ZodType<FilesystemIcon>, {
    description: 'Name of an icon.',
    type: 'FilesystemIcon',
    expected: 'the name of an icon',
    defaultText: 'made from where it is',
  }),
  description: option(z.string(), {
    description: 'What is in it, for people.',
    type: 'string',
    expected: 'a string',
  }),
  instructions: option(
    z.custom<InstructionsOption>((value) => typeof value === 'string' || typeof value === 'function'),
    {
      description: 'Replaces, or as a function extends, what is told to a model; an empty string says nothing.',
      type: 'string | (({ defaultInstructions, requestContext }) => string)',
      expected: 'a string or a function',
      jsonSchema: { type: 'string' },
    },
  ),
  textExtensions: option(z.array(z.string().min(1)), {
    description: 'Further extensions of text files.',
    type: 'string[]',
    expected: 'an array of extensions',
  }),
  onInit: option(z.custom<FilesystemLifecycleHook>(isCallable), {
    description: 'Called when it was found to be usable. A failure is logged.',
    type: '({ filesystem }) => void | Promise<void>',
    expected: 'a function',
    stored: 'none',
  }),
  onDestroy: option(z.custom<FilesystemLifecycleHook>(isCallable), {
    description: 'Called before a destroy. A failure is logged.',
    type: '({ filesystem }) => void | Promise<void>',
    expected: 'a function',
    stored: 'none',
  }),
}

function isCallable(value: unknown): boolean {
  return typeof value === 'function'
}
