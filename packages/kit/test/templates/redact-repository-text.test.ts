import { expect, it } from 'vitest'
import { BuildQueue, redactRepositoryText } from '@caisson/kit/templates'
import { heldBuild, keepingLogger, settled } from './support/held-build.js'

it.each([
  ['fatal: https://user:pass@host/a', 'fatal: https://***@host/a'],
  ['ssh://git@host/a and http://t0ken@host', 'ssh://***@host/a and http://***@host'],
  ['Authorization: Bearer abc.def-ghi==', 'Authorization: Bearer ***'],
  ['header "basic eC1hY2Nlc3M6dG9rZW4="', 'header "basic ***"'],
  ['ghp_0123456789abcdef ghs_0123456789abcdef', '*** ***'],
  ['(github_pat_11AAAA_bbbbbbbb)', '(***)'],
  ['nothing to hide at https://host/a?b', 'nothing to hide at https://host/a?b'],
])('%s', (given, shown) => {
  expect(redactRepositoryText(given)).toBe(shown)
})

it('hides what it is told to hide', () => {
  expect(redactRepositoryText('my own words, my%20own%20words', ['my own words'])).toBe('***, ***')
})

it('logs of a build, which come line by line, hide secrets of several lines', async () => {
  const key = '-----BEGIN KEY-----\nMIIEfirstlineofthekey\nsecondlineofthekey\n-----END KEY-----'
  const [queue, build, logger] = [new BuildQueue(), heldBuild({ secrets: [key] }), keepingLogger()]
  const wait = queue.ensure(build, { logger, limitMs: 60_000 })
  await settled()
  for (const line of key.split('\n')) build.runs[0]?.say(line)
  build.runs[0]?.end()
  await wait
  expect(logger.lines.join('\n')).not.toMatch(/lineofthekey/)
})
