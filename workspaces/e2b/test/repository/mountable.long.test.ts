import { Template } from 'e2b'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveNode, type NodeServer } from '@caisson/testing'
import { createRepoTemplate } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const token = 'a-token-of-the-host'
const bench = useRepositoryBench({ token })
let node: NodeServer | undefined
beforeAll(async () => {
  node = await serveNode()
  // As E2B's own base is, and this computer's programs need not be: without anything that mounts.
  const remove = 'apt-get purge -y s3fs fuse3 && rm -f /etc/fuse.conf && ! command -v s3fs'
  const base = Template().fromTemplate('base').runCmd(remove, { user: 'root' })
  await Template.build(base, 'base', { ...bench.connection })
}, 120_000)
afterAll(() => node?.close())

it('[T07] a repository stands on what the default mountable template has', async () => {
  if (node === undefined) throw new TypeError('there is no server of Node')
  const { baseUrl, version, sha256 } = node
  await bench.host.commit('package.json', '{ "name": "mine", "version": "1.2.3" }')
  const template = createRepoTemplate({
    getRepositoryAccess: async () => bench.access(),
    defaultTemplate: { nodeVersion: version, nodeSource: { baseUrl, sha256 } },
    setupCommand: ['npm pkg set scripts.start="echo started"', 'node -p process.version > .version'],
    workingDirectory: '/srv/code',
  })
  const { logger, warnings } = keepingLogger()
  await using sandbox = bench.make({ template, logger, startTimeoutMs: 600_000, buildTimeoutMs: 500_000 })
  await sandbox.start()
  expect(warnings).toEqual([])
  const show = 'npm run --silent start; cat .version; command -v s3fs; git status --short; id -un; pwd'
  const { stdout } = await sandbox.executeCommand(show, [], { cwd: '/srv/code/project' })
  expect(stdout).toBe(`started\nv${version}\n/usr/bin/s3fs\n M package.json\n?? .version\nuser\n/srv/code/project\n`)
}, 600_000)
