import { credentialOption, textOption, urlOption, type TextOption } from '@caisson/kit/options'

/** Where Daytona is, and who asks. */
export const connectionOptionShape: {
  readonly [Name in 'apiKey' | 'jwtToken' | 'organizationId' | 'apiUrl' | 'target']: TextOption
} = {
  apiKey: credentialOption('key', {
    description:
      'Key for the control plane. This or `jwtToken` is needed by the first call; of both, this one is used.',
    environment: ['DAYTONA_API_KEY'],
  }),
  jwtToken: credentialOption('token', {
    description: 'Token for the control plane. Needs `organizationId`.',
    environment: ['DAYTONA_JWT_TOKEN'],
  }),
  organizationId: textOption(isWord, {
    description: 'Organization that the token acts for.',
    expected: 'the id of an organization',
    environment: ['DAYTONA_ORGANIZATION_ID'],
  }),
  apiUrl: urlOption({
    description: 'URL of the control plane.',
    environment: ['DAYTONA_API_URL', 'DAYTONA_SERVER_URL'],
    default: 'https://app.daytona.io/api',
  }),
  target: textOption(isWord, {
    description: 'Region of a new machine.',
    expected: 'the name of a region',
    environment: ['DAYTONA_TARGET'],
    defaultText: "the organization's",
  }),
}

/** Both end up in headers or bodies as they are. */
function isWord(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}
