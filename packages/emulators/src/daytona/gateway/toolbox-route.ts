/**
 * The parts of the daemon's paths that are not ids, so that the journal can show a route: what stands between or behind them is one. Of
 * methods and paths that the daemon does not know, it says so itself.
 */
const words: ReadonlySet<string> = new Set(
  `process execute code-run session entrypoint command logs exec input pty create-connect connect resize interpreter context
  files folder info move permissions find search replace bulk-upload bulk-download upload upload-v2 download
  git clone init status branches checkout add commit push pull history reset restore remotes config user credentials
  lsp start stop did-open did-close completions document-symbols workspacesymbols
  port in-use computeruse work-dir user-home-dir version env system metrics project-dir`.split(/\s+/),
)

/** The daemon's path, without the sandbox, as the journal shows it: `/process/session/{id}/exec`. */
export function toolboxRoute(path: string): string {
  const parts = path.split('/').map((part, index) => {
    // What follows these is an id, whatever it reads like.
    const before = path.split('/')[index - 1] ?? ''
    const follows = ['session', 'command', 'context'].includes(before) && part !== 'entrypoint' && part !== ''
    const isComputerUse = path.startsWith('/computeruse')
    return part === '' || isComputerUse || (words.has(part) && !follows) ? part : '{id}'
  })
  return `/toolbox${parts.join('/')}`
}
