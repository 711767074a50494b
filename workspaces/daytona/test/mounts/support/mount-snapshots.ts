import path from 'node:path'
import { bareFiles, hideTools, removeSudo, standInFolder, toolFiles, type ImageFile } from '@caisson/testing'
import { Image } from '@daytonaio/sdk'
import type { Emulated } from '../../support/emulated.js'
import { clientOf } from '../../support/foreign-machine.js'

type Target = Pick<Emulated, 'connection'>

/** The vendor's own image with some files. */
function imageWith(files: readonly ImageFile[]): Image {
  const modes = files.map((file) => `sudo chmod ${file.mode.toString(8)} ${file.path}`)
  return files
    .reduce((image, file) => image.addLocalFile(path.join(standInFolder, file.name), file.path), base())
    .runCommands(modes.join(' && '))
}

/** Makes a snapshot of an image and returns its name. */
async function buildSnapshot(target: Target, name: string, image: Image): Promise<string> {
  await using daytona = clientOf(target)
  await daytona.snapshot.create({ name, image })
  return name
}

/** Builds a snapshot whose machines have all programs that mount. Returns its name. */
export async function buildToolsSnapshot(target: Target): Promise<string> {
  return buildSnapshot(target, 'mount-tools', imageWith(toolFiles))
}

/** An image whose machines have no program that mounts, and a stand-in for apt-get that brings some back. */
export function bareImage(): Image {
  return imageWith(bareFiles).runCommands(`sudo sh -c '${hideTools}'`)
}

/** Builds a snapshot of the bare image. Returns its name. */
export async function buildBareSnapshot(target: Target): Promise<string> {
  return buildSnapshot(target, 'no-mount-tools', bareImage())
}

/** Builds a snapshot whose machines have no sudo. Returns its name. */
export async function buildRootSnapshot(target: Target): Promise<string> {
  return buildSnapshot(target, 'root', base().runCommands(`sudo ${removeSudo}`))
}

function base(): Image {
  return Image.base('daytonaio/sandbox')
}
