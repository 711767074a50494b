import { sh, type ShellCommand } from '@caisson/core/driver'
import type { S3MountConfig } from '../mount-config.js'
import type { MountRecipe } from './mount-recipe.js'

/**
 * A server that is gone must give errors instead of blocking for ever, and what others change in the bucket must be seen
 * soon: the tool's own defaults are five minutes to connect and fifteen minutes for facts of files.
 */
const bounds = ['retries=2', 'connect_timeout=10', 'readwrite_timeout=30', 'stat_cache_expire=10']

/** Since version 1.92 directories without an object of their own are shown only on request, and older versions know no such request. */
const findCompatibility = sh`compatibility=
timeout 10 s3fs --help </dev/null 2>/dev/null | grep '^ *compat_dir' >/dev/null && compatibility=,compat_dir`

/** Mounts a bucket of S3, or of a store that speaks its protocol. */
export function s3fsRecipe(config: S3MountConfig): MountRecipe {
  const { bucket, accessKeyId, secretAccessKey, sessionToken, prefix } = config
  const anonymous = accessKeyId === undefined || secretAccessKey === undefined
  const readOnly = anonymous || config.readOnly === true
  const source = prefix === undefined ? bucket : `${bucket}:/${prefix}`
  const options = [...addressOptions(config), ...bounds, ...(readOnly ? ['ro'] : [])].join(',')
  return {
    tool: 's3fs',
    command: sh`setsid s3fs ${source} "$path" -f -o ${options} -o "uid=$uid,gid=$gid\${everyone:+,allow_other}$compatibility"${credentialOptions(config, anonymous)}`,
    preparation: findCompatibility,
    address: addressOf(config) ?? 'https://s3.amazonaws.com',
    files: anonymous || sessionToken !== undefined ? {} : { password: `${accessKeyId}:${secretAccessKey}\n` },
    environment: environmentOf(config, anonymous),
    readOnly,
    anonymous,
    secrets: [secretAccessKey, sessionToken].filter((value) => value !== undefined),
  }
}

function credentialOptions({ sessionToken }: S3MountConfig, anonymous: boolean): ShellCommand {
  if (anonymous) return sh` -o public_bucket=1`
  return sessionToken === undefined ? sh` -o passwd_file="$private/password"` : sh` -o use_session_token`
}

/** A session token fits into none of the tool's files, and its command line is everybody's: its environment is left. */
function environmentOf(config: S3MountConfig, anonymous: boolean): Record<string, string> {
  const { accessKeyId = '', secretAccessKey = '', sessionToken } = config
  if (anonymous || sessionToken === undefined) return {}
  return { AWSACCESSKEYID: accessKeyId, AWSSECRETACCESSKEY: secretAccessKey, AWSSESSIONTOKEN: sessionToken }
}

function addressOptions({ bucket, endpoint, region, forcePathStyle }: S3MountConfig): string[] {
  // A certificate for all buckets does not cover names with dots.
  const inPath = forcePathStyle ?? (endpoint !== undefined || bucket.includes('.'))
  const url = addressOf({ endpoint, region })
  return [
    'sigv4',
    ...(url === undefined ? [] : [`url=${url}`]),
    ...(region === undefined ? [] : [`endpoint=${region}`]),
    ...(inPath ? ['use_path_request_style'] : []),
  ]
}

/** Newer regions do not answer at the address that knows no region. */
function addressOf({ endpoint, region }: Pick<S3MountConfig, 'endpoint' | 'region'>): string | undefined {
  if (endpoint !== undefined) return endpoint.replace(/\/+$/, '')
  if (region === undefined || region === 'auto') return undefined
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
