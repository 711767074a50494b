import * as sdk from 'e2b'
import { expect, it, vi } from 'vitest'
import type { E2BSandboxOptions } from '../../src/index.js'
import { resolveE2BOptions } from '../../src/options/index.js'
import { TemplateAccount } from '../../src/templates/builds/template-account.js'

/** The account's key, and what a name of somebody else is called. */
function accountOf(options: E2BSandboxOptions): { readonly key: string; readonly name: string } {
  const { connection } = resolveE2BOptions(options)
  const account = new TemplateAccount(sdk, () => connection)
  account.noteForeign('theirs', 'theirs')
  return { key: account.key, name: account.nameOf('theirs:v1') }
}

it('an account with a key is the same whatever tokens it has beside the key', () => {
  const alone = accountOf({ apiKey: 'e2b_one' })
  expect(accountOf({ apiKey: 'e2b_one', accessToken: 'sk_first' })).toEqual(alone)
  expect(accountOf({ apiKey: 'e2b_one', accessToken: 'sk_second' })).toEqual(alone)
  expect(alone.name).toMatch(/^theirs-[0-9a-f]{8}:v1$/)
})

it('other keys, and other tokens without a key, are other accounts', () => {
  vi.stubEnv('E2B_API_KEY', '')
  const all = [{ apiKey: 'e2b_one' }, { apiKey: 'e2b_two' }, { accessToken: 'sk_first' }, { accessToken: 'sk_second' }]
  const accounts = all.map((options) => accountOf(options))
  expect(new Set(accounts.map(({ key }) => key)).size).toBe(4)
  expect(new Set(accounts.map(({ name }) => name)).size).toBe(4)
  vi.unstubAllEnvs()
})
