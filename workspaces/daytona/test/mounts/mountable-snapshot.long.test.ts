import { Workspace } from '@caisson/core'
import { sh, useMountBench } from '@caisson/testing'
import { Image } from '@daytonaio/sdk'
import { expect, it } from 'vitest'
import { createMountableSnapshot } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { bareImage } from './support/mount-snapshots.js'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

const target = useEmulated()
const bench = useMountBench(useDaytonaMounts(target))

/** Gives what is asked for some content: the key of gcsfuse's repository cannot be reached here. */
const curl = '#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" != -o ] || echo key >"$2"; shift; done\n'

/** An image without programs that mount, whose package manager and downloads are stand-ins. */
function unreachableImage(): Image {
  const script = Buffer.from(curl).toString('base64')
  const place = `echo ${script} | base64 -d >/usr/local/bin/curl && chmod 755 /usr/local/bin/curl`
  return bareImage().runCommands(`sudo sh -c '${place}'`)
}

it('[D03] [M04] [M05] a sandbox of a snapshot that was made for it mounts and installs nothing (apt-get and the key are stand-ins)', async () => {
  const { name, action } = await createMountableSnapshot({ ...target.connection, image: unreachableImage() })
  expect(action).toBe('built')
  const [s3, gcs] = await Promise.all([bench.stores.s3(), bench.stores.gcs()])
  const mounts = { '/s3-data': s3.open({ bucket: s3.nextBucket() }), '/gcs-data': gcs.open({ prefix: name }) }
  const sandbox = bench.make({ image: name })
  const workspace = new Workspace({ mounts, sandbox })
  await workspace.filesystem.writeFile('/s3-data/a.txt', 's3')
  await workspace.filesystem.writeFile('/gcs-data/a.txt', 'gcs')
  const built = await sh(sandbox, 'grep -h install /var/log/apt-stand-in.log')
  expect(await sh(sandbox, 'cat /s3-data/a.txt /gcs-data/a.txt')).toBe('s3gcs')
  expect(await sh(sandbox, 'grep -h install /var/log/apt-stand-in.log')).toBe(built)
  expect(built).toContain('s3fs')
  expect(built).toContain('gcsfuse')
  const told = bench.logger.records.filter(({ message }) => message.includes('install'))
  expect(told).toEqual([])
})

it('[D03] [M04] the real s3fs is installed from Debian into a snapshot, and mounts', async ({ skip }) => {
  const remove = 'sudo apt-get remove -qq -y s3fs'
  const first = `apt-get --print-uris update | sed "s/^'\\([^']*\\)'.*/\\1/; q"`
  const reach = `curl -fsS --max-time 20 -o /dev/null $(${first})`
  await using probe = target.make()
  const { exitCode } = await probe.executeCommand(reach)
  skip(exitCode !== 0, 'the mirrors of the distribution cannot be reached')
  const image = Image.base('daytonaio/sandbox').runCommands(remove, '! command -v s3fs')
  const lines: string[] = []
  const { name } = await createMountableSnapshot({
    ...target.connection,
    image,
    tools: ['s3fs'],
    onBuildLog: ({ message }) => lines.push(message),
  })
  const s3 = await bench.stores.s3()
  const sandbox = bench.make({ image: name })
  const workspace = new Workspace({ mounts: { '/data': s3.open({ bucket: s3.nextBucket() }) }, sandbox })
  await workspace.filesystem.writeFile('/data/a.txt', 'real')
  expect(await sh(sandbox, 'cat /data/a.txt')).toBe('real')
  expect(await sh(sandbox, 's3fs --version')).toContain('Amazon Simple Storage Service')
}, 300_000)
