import * as sdk from 'e2b'
import { Template } from 'e2b'
import { afterEach, expect, it } from 'vitest'
import { resolveE2BOptions } from '../../src/options/index.js'
import { followBuild } from '../../src/templates/builds/follow-build.js'
import { TemplateAccount } from '../../src/templates/builds/template-account.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(async () => target.emulator.reset())

const poll = 'GET /templates/{id}/builds/{build}/status'

it('a build that has ended has ended, also when the rest of its lines cannot be read', async () => {
  const { templateId, buildId } = await Template.build(Template().fromTemplate('base').runCmd('echo said'), 'done', {
    ...target.connection,
  })
  const { connection } = resolveE2BOptions({ ...target.connection })
  const account = new TemplateAccount(sdk, () => connection)
  const { last } = target.emulator.journal
  target.emulator.faults.next(poll, { latencyMs: 1 })
  target.emulator.faults.next(poll, { status: 502, times: 1000 })
  const lines: string[] = []
  const end = followBuild({
    account,
    ids: { templateId, buildId },
    ref: 'done',
    report: ({ message }) => void lines.push(message),
    signal: new AbortController().signal,
  })
  expect(await end).toBe('ready')
  expect(lines.join('\n')).toContain('said')
  expect(target.emulator.journal.count({ route: poll, after: last })).toBe(5)
})
