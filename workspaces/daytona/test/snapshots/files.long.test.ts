import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { quickImage, useSnapshots } from './support/snapshot-bench.js'

const bench = useSnapshots()

it('[D03] [BR-095] a snapshot with files is there for another copy of the same project', async () => {
  const actions: string[] = []
  for (const _copy of ['here', 'there']) {
    const folder = await mkdtemp(path.join(tmpdir(), 'caisson-project-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(path.join(folder, 'settings.json'), '{ "a": 1 }')
    const image = quickImage('project').addLocalFile(path.join(folder, 'settings.json'), '/srv/settings.json')
    const { name, action } = await bench.call({ image })
    actions.push(action)
    await using sandbox = bench.make({ snapshot: name })
    expect((await sandbox.executeCommand('cat /srv/settings.json')).stdout).toBe('{ "a": 1 }')
  }
  expect(actions).toEqual(['built', 'reused'])
})
