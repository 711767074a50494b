import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { Template } from 'e2b'
import type { Emulated } from './emulated.js'

/** Where stand-ins keep what is no program. */
const library = '/usr/local/lib/caisson-stand-ins'

const folder = path.join(import.meta.dirname, 'stand-ins')

/** Whether this computer has a program. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((directory) => {
    try {
      accessSync(path.join(directory, program), constants.X_OK)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false
      throw error
    }
  })
}

/**
 * Programs that mount, and what stands in for them here: nothing where the real gcsfuse is there. blobfuse2 always has a
 * stand-in: Azurite refuses the empty checksum that the real one sends with every small file it writes.
 */
export const standIns: Readonly<Record<'gcsfuse' | 'blobfuse2', string | undefined>> = {
  gcsfuse: isOnPath('gcsfuse') ? undefined : 'stand-in over rclone',
  blobfuse2: 'stand-in over rclone',
}

/** For titles of tests: which program is used. */
export function toolTitle(program: 'gcsfuse' | 'blobfuse2'): string {
  return `${program} (${standIns[program] ?? 'the real one'})`
}

/** Programs without which the tests of mounts cannot run here. */
export function missingPrograms(): readonly string[] {
  return ['s3fs', 'fusermount3', 'rclone', 'perl'].filter((program) => !isOnPath(program))
}

/** Builds a template whose machines have all programs that mount; s3fs is this computer's own. Returns its name. */
export async function buildToolsTemplate({ connection }: Pick<Emulated, 'connection'>): Promise<string> {
  const template = Template({ fileContextPath: folder }).fromBaseImage()
  template.copy('mount.pl', `${library}/mount.pl`, { user: 'root', mode: 0o644 })
  for (const [program, standIn] of Object.entries(standIns)) {
    if (standIn) template.copy(program, `/usr/local/bin/${program}`, { user: 'root', mode: 0o755 })
  }
  await Template.build(template, 'mount-tools', { ...connection })
  return 'mount-tools'
}

/** Builds a template whose machines have no program that mounts, and a stand-in for apt-get that brings s3fs back. */
export async function buildBareTemplate({ connection }: Pick<Emulated, 'connection'>): Promise<string> {
  const template = Template({ fileContextPath: folder }).fromBaseImage()
  template.copy('apt-get', '/usr/local/bin/apt-get', { user: 'root', mode: 0o755 })
  const hide = `mkdir -p ${library}/kept && mv "$(command -v s3fs)" ${library}/kept/s3fs`
  template.runCmd(`${hide} && rm -f /usr/bin/gcsfuse /usr/bin/blobfuse2`, { user: 'root' })
  await Template.build(template, 'no-mount-tools', { ...connection })
  return 'no-mount-tools'
}

/** Builds a template whose machines run commands as root and have no sudo. Returns its name. */
export async function buildRootTemplate({ connection }: Pick<Emulated, 'connection'>): Promise<string> {
  const template = Template().fromBaseImage().runCmd('rm "$(command -v sudo)"', { user: 'root' }).setUser('root')
  await Template.build(template, 'root', { ...connection })
  return 'root'
}
