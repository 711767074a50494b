/** Routes of the vendor, as the journal shows them. */
export const routes = {
  look: 'GET /sandbox/{id}',
  create: 'POST /sandbox',
  lease: 'POST /sandbox/{id}/exec-lease',
  remove: 'DELETE /sandbox/{id}',
  capture: 'POST /sandbox/{id}/checkpoint',
  forget: 'DELETE /sandbox/{id}/checkpoint',
  exec: 'WS /exec',
} as const
