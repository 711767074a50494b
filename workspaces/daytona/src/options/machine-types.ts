import { z } from 'zod'
import type {
  DaytonaComputerUse,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaResources,
  DaytonaVolume,
} from './daytona-sandbox-options.js'

const size = z.number().positive()

/** Sizes of a machine. */
export const resourcesType: z.ZodType<DaytonaResources> = z.strictObject({
  cpu: resourceSize('a number of cores above 0'),
  memory: resourceSize('a number of GiB above 0'),
  disk: resourceSize('a number of GiB above 0'),
} satisfies Record<keyof DaytonaResources, z.ZodType>)

/** Volumes, each at a path of its own. */
export const volumesType: z.ZodType<DaytonaVolume[]> = z
  .array(
    z.strictObject({
      volumeId: checked((text) => /^[^\p{Cc}]+$/u.test(text), 'the id or name of a volume'),
      mountPath: checked(isMountPath, "an absolute path other than /, without '.' and '..'"),
      subpath: checked(isSubpath, "a relative path in the volume, without '.' and '..'").optional(),
    } satisfies Record<keyof DaytonaVolume, z.ZodType>),
  )
  .superRefine((volumes, context) => {
    const paths = volumes.map(({ mountPath }) => mountPath.replace(/\/+$/, ''))
    const twin = paths.findIndex((path, index) => paths.indexOf(path) !== index)
    if (twin === -1) return
    context.addIssue({ code: 'custom', path: [twin, 'mountPath'], params: { expected: 'a path of its own' } })
  })

/** Names of secrets by the environment variable that stands for each. */
export const secretsType: z.ZodType<Record<string, string>> = z
  .record(z.string(), z.string().min(1))
  .superRefine((secrets, context) => {
    const bad = Object.keys(secrets).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    if (bad === undefined) return
    const expected = 'names of environment variables: letters, digits and _, no digit first'
    context.addIssue({ code: 'custom', path: [bad], params: { expected } })
  })

/** Whether and how the desktop is used. */
export const computerUseType: z.ZodType<boolean | DaytonaComputerUse> = z.union([
  z.boolean(),
  z.strictObject({ autoStart: z.boolean().optional() } satisfies Record<keyof DaytonaComputerUse, z.ZodType>),
])

/** Languages of the vendor's code runner. */
export const languageType: z.ZodType<DaytonaLanguage> = z.enum(['typescript', 'javascript', 'python'])

/** Reference of an image, or a definition made with the SDK, which is not loaded to check it. */
export const imageType: z.ZodType<DaytonaImage> = z.custom<DaytonaImage>(isImage)

/** One size of a machine: any number above 0. */
export function resourceSize(expected: string): z.ZodOptional<z.ZodType<number | undefined>> {
  return z
    .custom<number | undefined>((value) => value === undefined || size.safeParse(value).success, {
      params: { expected },
    })
    .optional()
}

function checked(check: (text: string) => boolean, expected: string): z.ZodString {
  return z.string().refine(check, { params: { expected } })
}

function isMountPath(path: string): boolean {
  return /^\/[^\p{Cc}]+$/u.test(path) && isPlainPath(path) && /[^/]/.test(path)
}

function isSubpath(path: string): boolean {
  return /^[^/\p{Cc}][^\p{Cc}]*$/u.test(path) && isPlainPath(path)
}

function isPlainPath(path: string): boolean {
  return path.split('/').every((part) => part !== '.' && part !== '..')
}

function isImage(value: unknown): boolean {
  if (typeof value === 'string') return /^[^\s\p{Cc}]+$/u.test(value)
  return typeof value === 'object' && value !== null && 'dockerfile' in value && typeof value.dockerfile === 'string'
}
