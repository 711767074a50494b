import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  bareFiles,
  hideTools,
  removeSudo,
  standInFolder,
  toolFiles,
  type ImageFile,
  type MountImage,
} from '@caisson/testing'
import { Template, type PlatformTemplate } from '../../../src/index.js'
import type { Emulated } from '../../support/emulated.js'

/** Templates have no way to take files along: their content is in the commands. */
async function withFiles(files: readonly ImageFile[]): Promise<PlatformTemplate> {
  let template = Template()
  for (const file of files) {
    const content = await readFile(path.join(standInFolder, file.name), 'base64')
    const place = `sudo install -D -m ${file.mode.toString(8)} /dev/stdin ${file.path}`
    template = template.runCmd(`printf %s ${content} | base64 -d | ${place}`)
  }
  return template
}

const makers = {
  tools: async () => withFiles(toolFiles),
  bare: async () => (await withFiles(bareFiles)).runCmd(`sudo sh -c '${hideTools}'`),
  root: async () => Template().runCmd(`sudo ${removeSudo}`),
} satisfies Record<MountImage, () => Promise<PlatformTemplate>>

/** Builds the template of an image, so that the next machine of it has all that is wanted. */
export async function buildMountTemplate({ connection }: Emulated, image: MountImage): Promise<PlatformTemplate> {
  const template = await makers[image]()
  for (;;) {
    const { status, error, retryAfterMs } = await template.build(connection)
    if (status === 'ready') return template
    if (status === 'failed') throw new TypeError(`the image ${image}: ${error}`)
    await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfterMs ?? 50, 50)))
  }
}
