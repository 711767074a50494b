import { expect, it } from 'vitest'
import { BuildFailure, BuildQueue, type BuildLogEntry } from '@caisson/kit/templates'
import { heldBuild, keepingLogger, settled } from './support/held-build.js'

const limitMs = 60_000

it('come to the logger, a line each, by their level', async () => {
  const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
  const wait = queue.ensure(build, { logger, limitMs })
  await settled()
  for (const level of ['debug', 'info', 'warn', 'error'] as const) build.runs[0]?.say(`as ${level}\n`, level)
  build.runs[0]?.end()
  await wait
  const prefix = 'acme: template caisson-1234:'
  expect(logger.lines).toEqual([
    `info ${prefix} the build begins`,
    `debug ${prefix} as debug`,
    `info ${prefix} as info`,
    `warn ${prefix} as warn`,
    `warn ${prefix} as error`,
    `info ${prefix} the build is done`,
  ])
})

it('come to one logger once, however many wait with it', async () => {
  const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
  const waits = Array.from({ length: 3 }, async () => queue.ensure(build, { logger, limitMs }))
  await settled()
  build.runs[0]?.say('once')
  build.runs[0]?.end()
  await Promise.all(waits)
  expect(logger.lines.filter((line) => line.endsWith('once'))).toHaveLength(1)
})

it('come to each callback as they were, without secrets, and to who comes late the last of them first', async () => {
  const [queue, build] = [new BuildQueue(), heldBuild({ secrets: ['secret-word'] })]
  const [first, late, lateLogger] = [new Array<BuildLogEntry>(), new Array<BuildLogEntry>(), keepingLogger()]
  const one = queue.ensure(build, { logger: keepingLogger(), limitMs, onBuildLog: (entry) => void first.push(entry) })
  await settled()
  for (let line = 1; line <= 25; line += 1) build.runs[0]?.say(`line ${line} secret-word`, 'debug')
  const other = queue.ensure(build, { logger: lateLogger, limitMs, onBuildLog: (entry) => void late.push(entry) })
  build.runs[0]?.say('line 26', 'warn')
  build.runs[0]?.end()
  await Promise.all([one, other])
  expect(first).toHaveLength(26)
  expect(first[0]).toEqual({ timestamp: new Date(0), level: 'debug', message: 'line 1 ***' })
  expect(late.map(({ message }) => message)).toEqual([
    ...Array.from({ length: 20 }, (_, at) => `line ${at + 6} ***`),
    'line 26',
  ])
  expect(lateLogger.lines.slice(0, 2)).toEqual([
    'debug acme: template caisson-1234: line 6 ***',
    'debug acme: template caisson-1234: line 7 ***',
  ])
})

it('come to nobody who has given up', async () => {
  const [queue, build, seen] = [new BuildQueue(), heldBuild(), new Array<string>()]
  const controller = new AbortController()
  const onBuildLog = ({ message }: BuildLogEntry): void => void seen.push(message)
  const left = queue.ensure(build, { logger: keepingLogger(), limitMs, onBuildLog, signal: controller.signal })
  await settled()
  build.runs[0]?.say('before')
  controller.abort('gone')
  await expect(left).rejects.toBe('gone')
  build.runs[0]?.say('after')
  expect(seen).toEqual(['before'])
  build.runs[0]?.end()
})

it.each([
  [
    'throws',
    (): void => {
      throw new Error('broken callback')
    },
  ],
  ['rejects', async (): Promise<void> => Promise.reject(new Error('broken callback'))],
])('end nothing when a callback %s: it costs one warning', async (_, onBuildLog) => {
  const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
  const wait = queue.ensure(build, { logger, limitMs, onBuildLog: () => onBuildLog() })
  await settled()
  build.runs[0]?.say('one')
  build.runs[0]?.say('two')
  build.runs[0]?.end()
  await wait
  await settled()
  const warning = 'warn acme: template caisson-1234: onBuildLog failed'
  expect(logger.lines.filter((line) => line.startsWith('warn'))).toEqual([warning])
})

it('end nothing when a logger throws', async () => {
  const [queue, build, seen] = [new BuildQueue(), heldBuild(), new Array<string>()]
  const broken = (): never => {
    throw new Error('broken logger')
  }
  const logger = { debug: broken, info: broken, warn: broken, error: broken }
  const onBuildLog = ({ message }: BuildLogEntry): void => void seen.push(message)
  const wait = queue.ensure(build, { logger, limitMs, onBuildLog })
  await settled()
  build.runs[0]?.say('heard')
  build.runs[0]?.fail(new BuildFailure('the end'))
  await expect(wait).rejects.toThrow(/the end\n {2}heard$/)
  expect(seen).toEqual(['heard'])
})
