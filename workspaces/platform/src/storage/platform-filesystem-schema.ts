import { storageOptionShape, textOption } from '@caisson/kit/options'
import { z } from 'zod'
import { clientOptionShape } from '../client/index.js'
import type { PlatformFilesystemOptions } from './platform-filesystem-options.js'

const shape = {
  bucketName: textOption(isName, {
    description: 'The bucket.',
    expected: 'the name of a bucket',
    environment: ['MASTRA_PLATFORM_BUCKET_NAME'],
    isRequired: true,
  }),
  ...clientOptionShape,
  ...storageOptionShape,
} satisfies Record<keyof PlatformFilesystemOptions, z.ZodType>

/** Everything that is known of the options of `PlatformFilesystem`. */
export const platformFilesystemSchema: z.ZodType<PlatformFilesystemOptions> = z.strictObject(shape)

/** It is one segment of an address. */
function isName(value: string): boolean {
  return /^[^\s/\p{Cc}]+$/u.test(value) && value !== '.' && value !== '..'
}
