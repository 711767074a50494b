import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Image } from '@daytonaio/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resolveSnapshotOptions } from '../../src/snapshots/resolve-snapshot-options.js'
import { defineSnapshot } from '../../src/snapshots/snapshot-definition.js'

type Place = (...parts: readonly string[]) => string

/** Makes an image of files at another place each time. */
async function nameAt(image: (place: Place) => Image, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-image-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const all = { 'requirements.txt': 'requests\n', 'src/main.py': 'print(1)\n', 'src/lib/a.py': '', ...files }
  for (const [name, content] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  const made = image((...parts) => path.join(folder, ...parts))
  return (await defineSnapshot(resolveSnapshotOptions({ apiKey: 'dtn_secret', image: made }))).name
}

const base = (): Image => Image.base('daytonaio/sandbox')
const whole = (place: Place): Image =>
  base().addLocalFile(place('requirements.txt'), '/srv/requirements.txt').addLocalDir(place('src'), '/srv')

describe('the name of a snapshot with files [BR-095]', () => {
  it.each<[string, (place: Place) => Image]>([
    ['a file and a directory', whole],
    ['requirements', (place) => base().pipInstallFromRequirements(place('requirements.txt'))],
    ['a copy with an owner', (place) => base().dockerfileCommands([`copy --chown=1:1 ${place('src')} /srv`])],
    ['a copy of several', (place) => base().dockerfileCommands([`COPY ${place('src')} ${place('src/lib')} /srv/ `])],
  ])('is the same wherever they lie: %s', async (_what, image) => {
    expect(await nameAt(image)).toBe(await nameAt(image))
  })

  it('does not tell directories of other names apart, of which only the content is copied', async () => {
    const other = await nameAt((place) => base().addLocalDir(place('app'), '/srv'), {
      'app/main.py': 'print(1)\n',
      'app/lib/a.py': '',
    })
    expect(await nameAt((place) => base().addLocalDir(place('src'), '/srv'))).toBe(other)
  })

  it('is another one for other contents, names, targets, and for a file in the place of a directory', async () => {
    const names = [
      await nameAt(whole),
      await nameAt(whole, { 'requirements.txt': 'httpx\n' }),
      await nameAt(whole, { 'src/lib/b.py': '' }),
      await nameAt((place) => whole(place).addLocalFile(place('src/main.py'), '/srv')),
      await nameAt((place) => whole(place).addLocalFile(place('src/start.py'), '/srv'), {
        'src/start.py': 'print(1)\n',
      }),
      await nameAt((place) => base().addLocalDir(place('src'), '/srv')),
      await nameAt((place) => base().addLocalDir(place('src'), '/opt')),
      await nameAt((place) => base().addLocalFile(place('src/main.py'), '/srv')),
    ]
    expect(new Set(names).size).toBe(names.length)
  })

  it('keeps what only looks like a copy of a file, and what depends on its path', async () => {
    const told = (place: Place): Image => whole(place).runCommands(`echo ${place('src')}`)
    expect(await nameAt(told)).not.toBe(await nameAt(told))
    const parents = (place: Place): Image => base().dockerfileCommands([`COPY --parents ${place('src')} /srv`])
    expect(await nameAt(parents)).not.toBe(await nameAt(parents))
    const target = (place: Place): Image => whole(place).dockerfileCommands([`COPY ${place('src')} ${place('src')}`])
    expect(await nameAt(target)).not.toBe(await nameAt(target))
  })
})
