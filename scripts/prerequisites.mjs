/**
 * Installs the system programs that some tests use, where that is possible, and says what it did. It never fails the run: a test whose program
 * is missing skips itself by name.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Debian package → the program it brings and what the tests do with it. */
const programs = [
  { package: 'bubblewrap', program: 'bwrap', purpose: 'isolation of LocalSandbox' },
  { package: 'sudo', program: 'sudo', purpose: 'the user of an emulated machine' },
  { package: 'fuse3', program: 'fusermount3', purpose: 'mounts in an emulated machine' },
  { package: 'bindfs', program: 'bindfs', purpose: 'mounts in an emulated machine' },
  { package: 's3fs', program: 's3fs', purpose: 'buckets in an emulated machine and in LocalSandbox' },
  { package: 'rclone', program: 'rclone', purpose: 'what stands in for programs that Debian has no package of' },
  { package: 'attr', program: 'setfattr', purpose: 'attributes of files in an emulated machine' },
]

function isOnPath(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code)) throw error
    }
  }
  return false
}

function whyNot(name) {
  if (process.platform !== 'linux') return 'it exists for Linux only'
  if (!isOnPath('apt-get')) return 'this is not a Debian-like system; install it with your package manager'
  if (process.getuid?.() !== 0) return `this is not root; install it with: sudo apt-get install ${name}`
  return undefined
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 180_000, stdio: ['ignore', 'pipe', 'pipe'] })
}

function installPackages(names) {
  const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', ...names]
  const first = aptGet(...args)
  if (first.status === 0) return undefined
  // A fresh machine has no package lists yet.
  aptGet('update')
  const second = aptGet(...args)
  if (second.status === 0) return undefined
  return (second.stderr || second.stdout || String(second.error)).trim().split('\n').at(-1)
}

/** Everything that can be had comes in one go; only if that fails, one by one, so that one bad package spoils no other. */
function installAll(entries) {
  const names = entries.map((entry) => entry.package)
  process.stdout.write(`      installing ${names.join(', ')}…\n`)
  const failure = installPackages(names)
  if (failure === undefined || entries.length === 1) return new Map(names.map((name) => [name, failure]))
  return new Map(names.map((name) => [name, installPackages([name])]))
}

const missing = programs.filter((entry) => !isOnPath(entry.program))
const installable = missing.filter((entry) => whyNot(entry.package) === undefined)
const failures = installable.length > 0 ? installAll(installable) : new Map()
for (const { program, purpose, ...entry } of missing) {
  if (isOnPath(program)) continue
  const failure = whyNot(entry.package) ?? failures.get(entry.package) ?? 'not on PATH after the install'
  process.stdout.write(`      ${program} is missing (${purpose}): ${failure}. Tests that need it will skip.\n`)
}
