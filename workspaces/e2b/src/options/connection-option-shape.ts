import { option, type OptionFacts } from '@caisson/kit/options'
import { z } from 'zod'

type TextOption = z.ZodOptional<z.ZodString>

/** Where E2B is, and who asks. */
export const connectionOptionShape: {
  readonly [Name in 'domain' | 'apiUrl' | 'sandboxUrl' | 'apiKey' | 'accessToken']: TextOption
} = {
  domain: text(isDomain, {
    description: 'Domain of the E2B installation.',
    expected: 'a domain such as e2b.app, without scheme, path and spaces',
    environment: ['E2B_DOMAIN'],
    default: 'e2b.app',
  }),
  apiUrl: text(isUrl, {
    description: 'URL of the control plane.',
    expected: 'a URL that begins with http:// or https:// and has no credentials, query or fragment',
    environment: ['E2B_API_URL'],
    defaultText: '`https://api.` and the domain',
  }),
  sandboxUrl: text(isUrl, {
    description: 'URL of the daemon in the machine, for self-hosted installations and emulators.',
    expected: 'a URL that begins with http:// or https:// and has no credentials, query or fragment',
    environment: ['E2B_SANDBOX_URL'],
    defaultText: 'made from the domain',
  }),
  apiKey: text(isToken, {
    description: 'Key for the control plane. This or `accessToken` is needed by the first call.',
    expected: 'a key of visible ASCII characters, without spaces in it',
    environment: ['E2B_API_KEY'],
    secret: true,
  }),
  accessToken: text(isToken, {
    description: 'Token for the control plane, sent as a bearer token.',
    expected: 'a token of visible ASCII characters, without spaces in it',
    environment: ['E2B_ACCESS_TOKEN'],
    secret: true,
  }),
}

function text(check: (value: string) => boolean, facts: Omit<OptionFacts, 'type'>): TextOption {
  return option(z.string().refine(check), { ...facts, type: 'string', jsonSchema: { type: 'string' } })
}

function isDomain(value: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(value)
}

function isUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}

/** What a header cannot hold would fail inside the SDK, with the secret in the message. */
function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value.trim())
}
