import { credentialOption, textOption, urlOption, type TextOption } from '@caisson/kit/options'

/** Where E2B is, and who asks. */
export const connectionOptionShape: {
  readonly [Name in 'domain' | 'apiUrl' | 'sandboxUrl' | 'apiKey' | 'accessToken']: TextOption
} = {
  domain: textOption(isDomain, {
    description: 'Domain of the E2B installation.',
    expected: 'a domain such as e2b.app, without scheme, path and spaces',
    environment: ['E2B_DOMAIN'],
    default: 'e2b.app',
  }),
  apiUrl: urlOption({
    description: 'URL of the control plane.',
    environment: ['E2B_API_URL'],
    defaultText: '`https://api.` and the domain',
  }),
  sandboxUrl: urlOption({
    description: 'URL of the daemon in the machine, for self-hosted installations and emulators.',
    environment: ['E2B_SANDBOX_URL'],
    defaultText: 'made from the domain',
  }),
  apiKey: credentialOption('key', {
    description: 'Key for the control plane. This or `accessToken` is needed by the first call.',
    environment: ['E2B_API_KEY'],
  }),
  accessToken: credentialOption('token', {
    description: 'Token for the control plane, sent as a bearer token.',
    environment: ['E2B_ACCESS_TOKEN'],
  }),
}

function isDomain(value: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(value)
}
