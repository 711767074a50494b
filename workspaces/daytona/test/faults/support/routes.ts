/** Routes of the vendor, as the journal shows them. */
export const routes = {
  list: 'GET /sandbox',
  look: 'GET /sandbox/{id}',
  create: 'POST /sandbox',
  wake: 'POST /sandbox/{id}/start',
  halt: 'POST /sandbox/{id}/stop',
  remove: 'DELETE /sandbox/{id}',
  port: 'GET /sandbox/{id}/ports/{port}/preview-url',
  script: 'POST /toolbox/process/execute',
  session: 'POST /toolbox/process/session',
  run: 'POST /toolbox/process/session/{id}/exec',
  logs: 'WS /toolbox/process/session/{id}/command/{id}/logs',
  release: 'DELETE /toolbox/process/session/{id}',
  upload: 'POST /toolbox/files/bulk-upload',
  download: 'POST /toolbox/files/bulk-download',
} as const
