import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Image } from '@daytonaio/sdk'
import { expect, it } from 'vitest'
import { makeWheel } from '../../machine/support/make-wheel.js'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, makeFiles, run, useDaytona } from './use-daytona.js'

const current = useDaytona()

/** The machines' own Python, not one that somebody has put before it. */
async function hasPip(): Promise<boolean> {
  const asked = promisify(execFile)('/usr/bin/python3', ['-m', 'pip', '--version'])
  return asked.then(
    () => true,
    () => false,
  )
}

const isPossible = isPrivate && (await hasPip())

it.skipIf(!isPossible)(
  'installs Python packages as the client writes it, from files (needs namespaces and pip)',
  async () => {
    const { daytona } = current()
    const directory = await makeFiles({ 'make-wheel.py': makeWheel, 'requirements.txt': 'tiny-python==1.0\n' })
    const offline = { findLinks: ['/srv/wheels'], extraOptions: '--no-index' }
    const prepared = (): Image =>
      Image.base('python:3.12-slim')
        .addLocalFile(path.join(directory, 'make-wheel.py'), '/srv/make-wheel.py')
        .workdir('/srv/wheels')
        .runCommands('python /srv/make-wheel.py')
    const named = cleanUp(await daytona.create({ image: prepared().pipInstall('tiny-python', offline) }))
    expect(await run(named, 'python -c "import tiny_python"')).toBe('python works\n')
    const requirements = path.join(directory, 'requirements.txt')
    const image = prepared().pipInstallFromRequirements(requirements, offline)
    const listed = cleanUp(await daytona.create({ image }))
    expect(await run(listed, 'python -c "import tiny_python"')).toBe('python works\n')
    const missing = daytona.create({ image: prepared().pipInstall('no-such-package', offline), name: 'no-package' })
    await expect(missing).rejects.toThrow('build_failed')
    const failed = cleanUp(await daytona.get('no-package'))
    expect(failed.errorReason).toMatch(/pip install no-such-package [^]* returned a non-zero code: 1$/)
  },
)
