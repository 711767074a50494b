import { sh, type ShellCommand } from '@caisson/core/driver'
import type { GCSMountConfig } from '../mount-config.js'
import type { MountRecipe } from './mount-recipe.js'
import { normalizeServiceAccountKey } from './service-account-key.js'
import { tokenServer } from './token-server.js'

/** Mounts a bucket of Google Cloud Storage. Objects whose directories have no object of their own are shown as well. */
export function gcsfuseRecipe(config: GCSMountConfig): MountRecipe {
  const { bucket, serviceAccountKey, accessToken, endpoint, prefix } = config
  const anonymous = serviceAccountKey === undefined && accessToken === undefined
  const readOnly = anonymous || config.readOnly === true
  const flags = [
    '--implicit-dirs',
    ...(prefix === undefined ? [] : [`--only-dir=${prefix}`]),
    ...(endpoint === undefined ? [] : [`--custom-endpoint=${interfaceAddress(endpoint)}`]),
    ...(readOnly ? ['-o', 'ro'] : []),
  ]
  return {
    tool: 'gcsfuse',
    command: sh`setsid gcsfuse ${flags} --uid="$uid" --gid="$gid" \${everyone:+-o allow_other} ${credentialFlag(config)} ${bucket} "$path"`,
    companion: accessToken === undefined || serviceAccountKey !== undefined ? undefined : tokenServer,
    address: endpoint ?? 'https://storage.googleapis.com',
    // The tool shows a bucket that does not exist as an empty directory.
    absentAt: `${interfaceAddress(endpoint ?? 'https://storage.googleapis.com').replace(/\/+$/, '')}/b/${bucket}/o?maxResults=1`,
    files: filesOf(config),
    environment: {},
    readOnly,
    anonymous,
    secrets: [accessToken, ...secretsOfKey(serviceAccountKey)].filter((value) => value !== undefined),
  }
}

/** The vendor's libraries take the address of a server, this tool the one of its interface. */
function interfaceAddress(endpoint: string): string {
  return new URL(endpoint).pathname === '/' ? new URL('/storage/v1/', endpoint).href : endpoint
}

function credentialFlag({ serviceAccountKey, accessToken }: GCSMountConfig): ShellCommand {
  if (serviceAccountKey !== undefined) return sh`--key-file="$private/key.json"`
  if (accessToken !== undefined) return sh`--token-url="unix://$private/token.socket"`
  return sh`--anonymous-access`
}

function filesOf({ serviceAccountKey, accessToken }: GCSMountConfig): Record<string, string> {
  if (serviceAccountKey !== undefined) return { 'key.json': normalizeServiceAccountKey(serviceAccountKey) }
  if (accessToken === undefined) return {}
  return { 'token.json': `${JSON.stringify({ access_token: accessToken, token_type: 'Bearer' })}\n` }
}

/** Logs show pieces of a key rather than the whole: each of its lines is a secret. */
function secretsOfKey(key: string | undefined): string[] {
  if (key === undefined) return []
  return key.split(/\\n|\n/).filter((line) => line.length >= 16)
}
