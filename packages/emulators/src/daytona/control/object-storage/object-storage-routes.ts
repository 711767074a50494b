import type { ControlRoute } from '../control-route.js'

export const objectStorageRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/object-storage/push-access',
    handle: ({ cloud, reply }) => reply.send(200, cloud.contexts.access(cloud.settings.url)),
  },
]
