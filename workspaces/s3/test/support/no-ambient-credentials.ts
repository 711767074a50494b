import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'

const variables = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
]

/** Nothing is found by the SDK's default chain, but what `configure` writes into its file. */
export function noAmbientCredentials(): { configure(lines: readonly string[]): void } {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'caisson-s3-test-'))
    for (const name of variables) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'))
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    configure: (lines) => writeFileSync(join(folder, 'config'), ['[default]', ...lines, ''].join('\n')),
  }
}
