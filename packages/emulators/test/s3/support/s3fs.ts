import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { S3AccountOptions } from '@caisson/emulators'

const run = promisify(execFile)

/** Undefined where the real s3fs can mount; else why not. */
export function whyNoS3fs(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, to mount'
  if (!existsSync('/dev/fuse')) return 'needs /dev/fuse'
  return spawnSync('s3fs', ['--version']).status === 0 ? undefined : 'needs the program s3fs'
}

export interface MountOptions extends Pick<S3AccountOptions, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  readonly url: string
  /** With a prefix as `data:/prefix`. */
  readonly bucket: string
  readonly options?: readonly string[] | undefined
}

export async function isMounted(place: string): Promise<boolean> {
  return (await readFile('/proc/mounts', 'utf8')).includes(` ${place} `)
}

/** Mounts a bucket for one test and returns where. s3fs says nothing about success: look whether it can be read. */
export async function mountBucket(mount: MountOptions): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-s3fs-'))
  const [place, passwords, cache] = ['mount', 'passwords', 'cache'].map((name) => path.join(folder, name))
  if (place === undefined || passwords === undefined || cache === undefined) throw new TypeError('no paths')
  onTestFinished(async () => {
    // The daemon may end at the same moment, and with it the mount.
    if (await isMounted(place)) await run('umount', ['-l', place]).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(place)
  await mkdir(cache)
  await writeFile(passwords, `${mount.accessKeyId}:${mount.secretAccessKey}\n`)
  await chmod(passwords, 0o600)
  const token = mount.sessionToken
  const environment =
    token === undefined
      ? {}
      : { AWSACCESSKEYID: mount.accessKeyId, AWSSECRETACCESSKEY: mount.secretAccessKey, AWSSESSIONTOKEN: token }
  const options = [
    `url=${mount.url}`,
    'use_path_request_style',
    'retries=1',
    `tmpdir=${cache}`,
    ...(mount.options ?? []),
  ]
  const keys = token === undefined ? [`passwd_file=${passwords}`] : []
  const flags = [...keys, ...options].flatMap((option) => ['-o', option])
  await run('s3fs', [mount.bucket, place, ...flags], { env: { PATH: process.env['PATH'] ?? '', ...environment } })
  return place
}
