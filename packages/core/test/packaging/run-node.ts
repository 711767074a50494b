import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

export interface NodeRun {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a file with Node from another folder and with almost no environment, as an installed program would be. */
export function runNode(file: string, { node = process.execPath, args = [] as readonly string[] } = {}): NodeRun {
  const { status, stdout, stderr } = spawnSync(node, [...args, file], {
    cwd: os.tmpdir(),
    // Programs that start `node` by name get the same one.
    env: { PATH: [path.dirname(node), process.env['PATH']].join(path.delimiter), HOME: os.homedir() },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { exitCode: status, stdout: stdout.trim(), stderr: stderr.trim() }
}
