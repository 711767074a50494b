import type { WorkspaceFilesystem } from '@caisson/core'
import type { MountSandbox } from './mount-provider.js'

/** Stdout of a command that must succeed. */
export async function sh(sandbox: MountSandbox, command: string): Promise<string> {
  const { exitCode, stdout, stderr } = await sandbox.executeCommand(command)
  if (exitCode !== 0) throw new TypeError(`${command}: exit ${exitCode}: ${stderr}`)
  return stdout
}

/** Mounts, or fails with the reason. */
export async function mount(sandbox: MountSandbox, filesystem: WorkspaceFilesystem, mountPath: string): Promise<void> {
  const result = await sandbox.mount(filesystem, mountPath)
  if (!result.success) throw new TypeError(`${mountPath}: ${result.error}`)
}

/** Lines of the machine's table of mounts that name a path. */
export async function mountLines(sandbox: MountSandbox, mountPath: string): Promise<readonly string[]> {
  const table = await sh(sandbox, 'cat /proc/self/mountinfo')
  return table.split('\n').filter((line) => line.split(' ')[4] === mountPath)
}

/** Process ids of the programs that serve a path. */
export async function daemonsOf(sandbox: MountSandbox, mountPath: string): Promise<readonly string[]> {
  // The pattern does not match the command that holds it.
  const pattern = `[${mountPath[0]}]${mountPath.slice(1)}( |$)`
  const { stdout } = await sandbox.executeCommand('pgrep', ['-f', `^(s3fs|/usr/bin/rclone|rclone) .*${pattern}`])
  return stdout.split('\n').filter((line) => line !== '')
}

/** Text of a file in a store. */
export async function textOf(filesystem: WorkspaceFilesystem, path: string): Promise<string> {
  return String(await filesystem.readFile(path, { encoding: 'utf8' }))
}
