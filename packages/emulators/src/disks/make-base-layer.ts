import { execFile } from 'node:child_process'
import { access, chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Backing } from '../machine/index.js'
import { trustCertificates } from './trust-certificates.js'

const run = promisify(execFile)

async function makeDirectories(root: string, directory: string): Promise<void> {
  let made = root
  for (const part of directory.split('/')) {
    made = path.join(made, part)
    await mkdir(made, { recursive: true })
    await chmod(made, 0o755)
  }
}

/**
 * Debian's Python refuses packages that are installed for all programs; vendors' images have a Python that does not. A device with the
 * numbers 0 and 0 hides a file of the layers below.
 */
async function hidePythonMarks(directory: string): Promise<void> {
  const versions = (await readdir('/usr/lib')).filter((name) => /^python3\.\d+$/.test(name))
  for (const version of versions) {
    const name = 'EXTERNALLY-MANAGED'
    if (!(await readdir(path.join('/usr/lib', version))).includes(name)) continue
    await makeDirectories(directory, `usr/lib/${version}`)
    await run('mknod', [path.join(directory, 'usr/lib', version, name), 'c', '0', '0'])
  }
}

/**
 * Some settings below `/etc` are not as the computer's packages have made them. Whoever installs those again is asked what to do, and nobody
 * is there to answer: what is there stays.
 */
async function keepSettings(directory: string): Promise<void> {
  const below = 'etc/apt/apt.conf.d'
  const hasApt = await access(path.join('/', below)).then(
    () => true,
    () => false,
  )
  if (!hasApt) return
  await makeDirectories(directory, below)
  const options = 'DPkg::Options { "--force-confdef"; "--force-confold"; };\n'
  await writeFile(path.join(directory, below, '90caisson'), options, { mode: 0o644 })
}

/** What vendors' images have and the computer's own programs may lack. `certificates`: what they are to trust, as PEM. */
export async function makeBaseLayer(
  directory: string,
  backing: Backing,
  certificates: readonly string[] = [],
): Promise<void> {
  await mkdir(directory, { mode: 0o755 })
  await makeDirectories(directory, 'usr/local/bin')
  await symlink('/usr/bin/python3', path.join(directory, 'usr/local/bin/python'))
  if (backing !== 'namespaces') return
  await hidePythonMarks(directory)
  await keepSettings(directory)
  await trustCertificates(directory, certificates, (below) => makeDirectories(directory, below))
}
