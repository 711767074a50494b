import type { Emulated } from '../../support/emulated.js'

/** Routes, as the journal names them. */
export const routes = {
  list: 'GET /v2/sandboxes',
  create: 'POST /v2/sandboxes',
  alias: 'GET /templates/aliases/{alias}',
  template: 'GET /templates/{id}',
  tags: 'GET /templates/{id}/tags',
  request: 'POST /v3/templates',
  link: 'GET /templates/{id}/files/{hash}',
  upload: 'PUT /emulator/uploads/{token}',
  trigger: 'POST /v2/templates/{id}/builds/{build}',
} as const

/** What was sent since, in order, but for polls and the look for a twin that follows a creation. */
export function sentSince({ emulator }: Pick<Emulated, 'emulator'>, after: number): string[] {
  const sent = emulator.journal.entries({ after, kind: 'call' }).map(({ route }) => route)
  return sent.filter((route, index) => route !== routes.list || index === 0)
}

/** How often a build was asked for since. */
export function builtSince({ emulator }: Pick<Emulated, 'emulator'>, after = 0): number {
  return emulator.journal.count({ route: routes.request, after })
}
