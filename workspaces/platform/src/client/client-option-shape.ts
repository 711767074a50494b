import { credentialOption, option, textOption, urlOption } from '@caisson/kit/options'
import { z } from 'zod'
import type { PlatformClientOptions } from './platform-client-options.js'
import type { OptionShape } from './option-shape.js'

/** Where the platform is, and who asks. */
export const clientOptionShape: OptionShape<PlatformClientOptions> = {
  accessToken: credentialOption('token', {
    description: 'Token for the platform. Needed by the first call.',
    environment: ['MASTRA_PLATFORM_ACCESS_TOKEN', 'MASTRA_PLATFORM_SECRET_KEY'],
  }),
  projectId: textOption(isName, {
    description: 'Project at the platform. Needed by the first call.',
    expected: 'the id of a project',
    environment: ['MASTRA_PROJECT_ID'],
  }),
  baseUrl: urlOption({
    description: 'URL of the platform.',
    environment: ['MASTRA_WORKSPACE_PROXY_URL'],
    default: 'https://workspaces.mastra.ai',
  }),
  urlPrefix: option(z.enum(['backend', 'v1', 'v2']), {
    description: 'How addresses begin: with the backend, or as in older installations.',
    type: "'backend' | 'v1' | 'v2'",
    expected: "'backend', 'v1' or 'v2'",
    default: 'backend',
  }),
  sandboxProvider: option(z.enum(['railway', 'e2b']), {
    description: 'Who keeps the machines.',
    type: "'railway' | 'e2b'",
    expected: "'railway' or 'e2b'",
    environment: ['SANDBOX_PROVIDER'],
    default: 'railway',
  }),
  actingUserId: textOption(isHeader, {
    description: 'User on whose behalf requests are made.',
    expected: 'the id of a user',
  }),
  sessionId: textOption(isHeader, {
    description: "Told with each request, for the platform's records.",
    expected: 'the id of a session',
    stored: 'none',
  }),
  threadId: textOption(isHeader, {
    description: "Told with each request, for the platform's records.",
    expected: 'the id of a thread',
    stored: 'none',
  }),
  fetch: option(
    z.custom<typeof fetch>((value) => typeof value === 'function'),
    {
      description: 'Used for all requests.',
      type: 'typeof fetch',
      expected: 'a function',
      defaultText: "the runtime's own",
      stored: 'none',
    },
  ),
}

/** It stands in addresses and is encoded there; an address may not be led elsewhere by it. */
function isName(value: string): boolean {
  return /^[^\s\p{Cc}]+$/u.test(value) && value !== '.' && value !== '..'
}

function isHeader(value: string): boolean {
  return /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(value)
}
