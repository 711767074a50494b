import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { repositoryRoot } from './packed-install.js'

const packageName = `node-${process.platform}-${process.arch}`

function download(version: string, target: string): void {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'caisson-node-'))
  try {
    const args = ['pack', `${packageName}@${version}`, '--pack-destination', scratch]
    execFileSync('npm', args, { cwd: scratch, stdio: 'pipe', timeout: 120_000 })
    const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('tar', ['-xzf', path.join(scratch, tarball), '-C', scratch, 'package/bin/node'])
    mkdirSync(path.dirname(target), { recursive: true })
    renameSync(path.join(scratch, 'package', 'bin', 'node'), target)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Another version of Node, fetched once with npm and kept below `.cache`; the text says why it cannot be had. */
export function obtainNode(version: string): { readonly node: string } | { readonly missing: string } {
  if (process.platform !== 'linux') return { missing: `Node ${version} is fetched on Linux only` }
  const node = path.join(repositoryRoot, '.cache', 'node', version, 'node')
  if (existsSync(node)) return { node }
  try {
    download(version, node)
    return { node }
  } catch (error) {
    const [line] = String(error).split('\n')
    return { missing: `Node ${version} could not be fetched: ${line}` }
  }
}
