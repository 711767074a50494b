import { createId } from '@caisson/core/driver'
import { invalidArgument, type FilesystemIcon } from '@caisson/core/workspace'
import { resolveOptions, type EnvironmentSource } from '@caisson/kit/options'
import { endpointKind } from './endpoint-kinds.js'
import type { S3Credentials, S3CredentialsProvider, S3FilesystemOptions } from './s3-filesystem-options.js'
import { s3OptionsSchema } from './s3-options-schema.js'

/** Options with environment and defaults. */
export interface ResolvedS3Options {
  readonly id: string
  readonly bucket: string
  readonly region: string
  /** Absent when the SDK's default chain has to be asked. */
  readonly credentials: S3Credentials | S3CredentialsProvider | undefined
  /** Without slashes at its end; absent at Amazon. */
  readonly endpoint: string | undefined
  readonly forcePathStyle: boolean
  readonly prefix: string | undefined
  readonly readOnly: boolean
  readonly displayName: string
  readonly icon: FilesystemIcon
}

const owner = 'S3Filesystem'

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option.
 */
export function resolveS3Options(given: S3FilesystemOptions, environment?: EnvironmentSource): ResolvedS3Options {
  const { options } = resolveOptions(s3OptionsSchema, withoutEmpty(given), { owner, environment })
  const { bucket = '', region = '' } = options
  const endpoint = options.endpoint?.replace(/\/+$/, '')
  if (endpoint === undefined && region === 'auto') {
    const expected = 'a region of Amazon such as us-east-1, since the option endpoint is not given'
    throw invalidArgument({ name: `${owner} option region`, expected, given: region })
  }
  const kind = endpointKind(endpoint)
  return {
    id: options.id ?? createId('s3-fs'),
    bucket,
    region,
    credentials: options.credentials ?? keysOf(options),
    endpoint,
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    prefix: options.prefix,
    readOnly: options.readOnly ?? false,
    displayName: options.displayName ?? kind.displayName,
    icon: options.icon ?? kind.icon,
  }
}

/** A variable that is set to nothing counts as absent; keys do not, since a filesystem without them would be another one. */
function withoutEmpty(given: S3FilesystemOptions): S3FilesystemOptions {
  if (typeof given !== 'object' || given === null) return given
  const { sessionToken } = given
  return sessionToken === '' ? { ...given, sessionToken: undefined } : given
}

function keysOf({ accessKeyId, secretAccessKey, sessionToken }: S3FilesystemOptions): S3Credentials | undefined {
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
  }
  const present = [accessKeyId, secretAccessKey, sessionToken].filter((value) => value !== undefined)
  if (present.length === 0) return undefined
  const name = accessKeyId === undefined ? 'accessKeyId' : 'secretAccessKey'
  const expected = 'both accessKeyId and secretAccessKey, or neither'
  throw invalidArgument({ name: `${owner} option ${name}`, expected, given: undefined })
}
