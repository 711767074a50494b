import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPrivate } from '../e2b/backing.js'
import { makeWheel } from '../machine/support/make-wheel.js'
import { openTemplates, type TemplateBench } from './template-bench.js'

let bench: TemplateBench | undefined

beforeAll(async () => {
  bench = await openTemplates()
})
afterAll(() => bench?.close())

/** The machines' own programs, not those that somebody has put before them. */
async function has(command: string): Promise<boolean> {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const asked = promisify(execFile)('/bin/sh', ['-c', `${command} --version`], { env: { PATH: path } })
  return asked.then(
    () => true,
    () => false,
  )
}

async function build(...operations: readonly (readonly [string, ...unknown[]])[]): Promise<TemplateBench> {
  if (bench === undefined) throw new TypeError('nothing is open yet')
  const definition = { schemaVersion: 1, operations: operations.map(([method, ...args]) => ({ method, args })) }
  const request = { projectId: 'p1', environmentId: 'e1', definition }
  await expect
    .poll(() => bench?.builds.request(request), { timeout: 60_000 })
    .toMatchObject({ status: expect.stringMatching(/ready|failed/) })
  expect(bench.builds.request(request)).toMatchObject({ status: 'ready' })
  return bench
}

async function runInside(operations: readonly (readonly [string, ...unknown[]])[], command: string): Promise<string> {
  const { choose } = await build(...operations)
  const definition = { schemaVersion: 1, operations: operations.map(([method, ...args]) => ({ method, args })) }
  return bench?.runInside(choose(definition).image)(command) ?? ''
}

it.skipIf(!isPrivate || !(await has('python3 -m pip')))('pipInstall, for all (needs namespaces and pip)', async () => {
  const operations = [
    ['setEnvs', { PIP_NO_INDEX: '1', PIP_FIND_LINKS: '/srv/wheels', SOURCE: makeWheel }],
    ['setWorkdir', '/srv/wheels'],
    ['runCmd', 'printf %s "$SOURCE" > make.py && python3 make.py'],
    ['pipInstall', 'tiny-python'],
  ] as const
  expect(await runInside(operations, 'python3 -c "import tiny_python"')).toBe('python works\n')
})

it.skipIf(!isPrivate || !(await has('npm')))('npmInstall, for all and here (needs namespaces and npm)', async () => {
  const source = '{"name":"tiny","version":"1.0.0","bin":{"tiny":"./tiny.sh"}}'
  const operations = [
    ['setWorkdir', '/srv/tiny'],
    [
      'runCmd',
      [`printf %s '${source}' > package.json`, "printf '#!/bin/sh\\necho tiny works\\n' > tiny.sh", 'chmod +x tiny.sh'],
    ],
    ['setWorkdir', '/srv/app'],
    ['npmInstall', '/srv/tiny', { dev: true }],
    ['npmInstall', ['/srv/tiny'], { g: true }],
  ] as const
  const printed = await runInside(
    operations,
    'tiny; /srv/app/node_modules/.bin/tiny; grep -c devDep /srv/app/package.json',
  )
  expect(printed).toBe('tiny works\ntiny works\n1\n')
})

// A stand-in, as packages of a system come from the network.
it.skipIf(!isPrivate)('aptInstall, as root, after an update (needs namespaces; apt-get is a stand-in)', async () => {
  const standIn = '#!/bin/sh\necho "$(id -un) $DEBIAN_FRONTEND $*" >> /srv/calls\n'
  const operations = [
    ['runCmd', [`printf %s '${standIn}' | sudo tee /usr/local/bin/apt-get`, 'sudo chmod 755 /usr/local/bin/apt-get']],
    ['aptInstall', ['git', "a'b"], { noInstallRecommends: true, fixMissing: true }],
  ] as const
  expect(await runInside(operations, 'cat /srv/calls')).toBe(
    "root noninteractive update\nroot noninteractive install -y --no-install-recommends --fix-missing -- git a'b\n",
  )
})
