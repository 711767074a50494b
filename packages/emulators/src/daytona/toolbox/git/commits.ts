import { optionalFlag, optionalText, optionalTexts, requiredText } from '../http/body-fields.js'
import { requiredQuery } from '../http/query.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { openRepository, requireName } from './repository.js'

type Body = Readonly<Record<string, unknown>>

const resetModes: ReadonlySet<string> = new Set(['soft', 'mixed', 'hard', 'merge', 'keep'])
/** Separates fields; a message may hold anything but a zero byte, which separates commits. */
const separator = '\u001F'

function filesOf(body: Body): readonly string[] {
  const files = optionalTexts(body, 'files')
  if (files === undefined || files.length === 0) {
    throw new ToolboxError(400, 'invalid request body: files is required', { code: 'INVALID_REQUEST_BODY' })
  }
  return files
}

/** `POST /git/add` */
export async function add(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const files = filesOf(body)
  const git = await openRepository(exchange, requiredText(body, 'path'))
  await git(['add', '--', ...files])
  sendJson(exchange.response, 200)
}

/** `POST /git/commit`: commits what is staged. */
export async function commit(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const message = requiredText(body, 'message')
  const author = requiredText(body, 'author')
  const email = requiredText(body, 'email')
  const git = await openRepository(exchange, requiredText(body, 'path'))
  const env = {
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: email,
  }
  const allowEmpty = optionalFlag(body, 'allow_empty') ? ['--allow-empty'] : []
  await git(['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', message, ...allowEmpty], { env })
  const { output } = await git(['rev-parse', 'HEAD'])
  sendJson(exchange.response, 200, { hash: output.trim() })
}

/** `GET /git/history`: the commits of the present branch, the newest first. */
export async function history(exchange: ToolboxExchange): Promise<void> {
  const git = await openRepository(exchange, requiredQuery(exchange.url, 'path'))
  const hasCommit = await git(['rev-parse', '--verify', '--quiet', 'HEAD'], { allowedStatuses: [1] })
  const format = ['%H', '%an', '%ae', '%aI', '%B'].join('%x1f')
  const { output } = hasCommit.status === 0 ? await git(['log', '-z', `--format=${format}`]) : { output: '' }
  const commits = output
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [hash = '', author = '', email = '', timestamp = '', ...message] = entry.split(separator)
      return { hash, author, email, message: message.join(separator), timestamp }
    })
  sendJson(exchange.response, 200, commits)
}

/** `POST /git/reset` */
export async function reset(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const given = optionalText(body, 'mode') ?? ''
  const mode = given === '' ? 'mixed' : given
  if (!resetModes.has(mode)) throw new ToolboxError(400, `bad request: invalid reset mode: ${mode}`)
  const target = requireName(optionalText(body, 'target') ?? 'HEAD', 'revision')
  const files = optionalTexts(body, 'files') ?? []
  const git = await openRepository(exchange, requiredText(body, 'path'))
  if (files.length > 0 && mode !== 'mixed') {
    throw new ToolboxError(400, `bad request: files cannot be reset with mode ${mode}`)
  }
  await git(['reset', '--quiet', ...(files.length > 0 ? [target, '--', ...files] : [`--${mode}`, target])])
  sendJson(exchange.response, 200)
}

/** `POST /git/restore` */
export async function restore(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const files = filesOf(body)
  const staged = optionalFlag(body, 'staged')
  const source = optionalText(body, 'source') ?? ''
  const git = await openRepository(exchange, requiredText(body, 'path'))
  await git([
    'restore',
    ...(staged ? ['--staged'] : []),
    ...(!staged || optionalFlag(body, 'worktree') ? ['--worktree'] : []),
    ...(source === '' ? [] : [`--source=${source}`]),
    '--',
    ...files,
  ])
  sendJson(exchange.response, 200)
}
