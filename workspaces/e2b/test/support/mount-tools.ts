import { bareFiles, hideTools, removeSudo, standInFolder, toolFiles, type ImageFile } from '@caisson/testing'
import { Template, type TemplateBuilder } from 'e2b'
import type { Emulated } from './emulated.js'

type Connected = Pick<Emulated, 'connection'>

function withFiles(files: readonly ImageFile[]): TemplateBuilder {
  const template = Template({ fileContextPath: standInFolder }).fromBaseImage()
  for (const { name, path, mode } of files) template.copy(name, path, { user: 'root', mode })
  return template
}

/** Builds a template whose machines have all programs that mount. Returns its name. */
export async function buildToolsTemplate({ connection }: Connected): Promise<string> {
  await Template.build(withFiles(toolFiles), 'mount-tools', { ...connection })
  return 'mount-tools'
}

/** Builds a template whose machines have no program that mounts, and a stand-in for apt-get that brings some back. */
export async function buildBareTemplate({ connection }: Connected): Promise<string> {
  const template = withFiles(bareFiles).runCmd(hideTools, { user: 'root' })
  await Template.build(template, 'no-mount-tools', { ...connection })
  return 'no-mount-tools'
}

/** Builds a template whose machines run commands as root and have no sudo. Returns its name. */
export async function buildRootTemplate({ connection }: Connected): Promise<string> {
  const template = Template().fromBaseImage().runCmd(removeSudo, { user: 'root' }).setUser('root')
  await Template.build(template, 'root', { ...connection })
  return 'root'
}
