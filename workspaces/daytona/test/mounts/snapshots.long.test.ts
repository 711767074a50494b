import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Workspace } from '@caisson/core'
import { bareFiles, hideTools, sh, standInFolder, useMountBench } from '@caisson/testing'
import { Image } from '@daytonaio/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { clientOf } from '../support/foreign-machine.js'
import { bareImage } from './support/mount-snapshots.js'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

const target = useEmulated()
const bench = useMountBench(useDaytonaMounts(target))

/** What the vendor's image lacks, as a user installs it; the key of gcsfuse's repository would come from the network. */
const steps = [
  'sudo apt-get update -qq',
  'sudo apt-get install -y s3fs',
  'sudo apt-get update -qq && sudo apt-get install -y gcsfuse',
]

/** A file that says the same as `bareImage`, and then installs. */
async function useDockerfile(): Promise<Image> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-dockerfile-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await cp(standInFolder, directory, { recursive: true })
  const lines = [
    'FROM daytonaio/sandbox',
    ...bareFiles.map((file) => `COPY ${file.name} ${file.path}`),
    ...bareFiles.map((file) => `RUN sudo chmod ${file.mode.toString(8)} ${file.path}`),
    ...[`sudo sh -c '${hideTools}'`, ...steps].map((step) => `RUN ${step}`),
  ]
  const file = path.join(directory, 'Dockerfile')
  await writeFile(file, `${lines.join('\n')}\n`)
  return Image.fromDockerfile(file)
}

it.for([
  { kind: 'a declarative build', name: 'cloud-fs-mounting', makeImage: async () => bareImage().runCommands(...steps) },
  { kind: 'a Dockerfile', name: 'cloud-fs-dockerfile', makeImage: useDockerfile },
])('[D03] [M04] [M05] tools that $kind put into a snapshot are used, nothing is installed', async (row) => {
  const { name, makeImage } = row
  await using daytona = clientOf(target)
  const logs: string[] = []
  await daytona.snapshot.create({ name, image: await makeImage() }, { onLogs: (line) => logs.push(line) })
  expect(logs.join('\n')).toContain('apt-get install -y s3fs')
  const [s3, gcs] = await Promise.all([bench.stores.s3(), bench.stores.gcs()])
  const mounts = { '/s3-data': s3.open({ bucket: s3.nextBucket() }), '/gcs-data': gcs.open({ prefix: name }) }
  const sandbox = bench.make({ image: name })
  const workspace = new Workspace({ mounts, sandbox })
  await workspace.filesystem.writeFile('/s3-data/a.txt', 's3')
  await workspace.filesystem.writeFile('/gcs-data/a.txt', 'gcs')
  expect(await sh(sandbox, 'cat /s3-data/a.txt /gcs-data/a.txt')).toBe('s3gcs')
  const installed = await sh(sandbox, 'grep install /var/log/apt-stand-in.log')
  expect(installed).toBe('install s3fs\ninstall gcsfuse\n')
})
