import type { ControlExchange, ControlRoute } from '../control-route.js'

/** Without an address for analytics, so that clients ask the control plane. */
function config({ cloud, reply }: ControlExchange): void {
  const { url } = cloud.settings
  reply.send(200, {
    version: '0.218.0-emulator',
    oidc: { issuer: `${url}/oidc`, clientId: 'emulator', audience: 'emulator' },
    linkedAccountsEnabled: false,
    announcements: {},
    proxyTemplateUrl: `${url}/preview/{{sandboxId}}/{{PORT}}`,
    proxyToolboxUrl: `${url}/toolbox`,
    defaultSnapshot: cloud.settings.defaultSnapshot,
    dashboardUrl: url,
    maxAutoArchiveInterval: 43_200,
    maintananceMode: false,
    environment: 'emulator',
  })
}

export const configRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/config', access: 'none', handle: config },
  { method: 'GET', path: '/health', access: 'none', handle: ({ reply }) => reply.send(200, { status: 'ok' }) },
]
