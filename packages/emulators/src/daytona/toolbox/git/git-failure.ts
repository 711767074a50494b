import { ToolboxError } from '../http/toolbox-error.js'

interface Meaning {
  /** What git prints, in its own English. It has no other way to tell its failures apart. */
  readonly prints: RegExp
  readonly status: number
  readonly code?: string
}

const meanings: readonly Meaning[] = [
  { prints: /^CONFLICT|unmerged files|Automatic merge failed/m, status: 409, code: 'GIT_MERGE_CONFLICT' },
  {
    prints: /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]/,
    status: 401,
    code: 'GIT_AUTH_FAILED',
  },
  {
    prints: /would be overwritten|not uptodate|Please commit your changes|local changes/,
    status: 409,
    code: 'GIT_DIRTY_WORKTREE',
  },
  {
    prints: /(?:hook declined|pre-receive|protected branch|remote rejected)/,
    status: 422,
    code: 'GIT_REMOTE_REJECTED',
  },
  { prints: /\[rejected\]|non-fast-forward|fetch first/, status: 409, code: 'GIT_PUSH_REJECTED' },
  {
    prints: /Could not resolve host|unable to access|Connection (?:refused|timed out|reset)|SSL|early EOF/,
    status: 502,
    code: 'GIT_TRANSPORT_FAILED',
  },
  {
    prints: /Remote branch .* not found|couldn't find remote ref|did not match any file|branch '.*' not found/,
    status: 404,
    code: 'GIT_BRANCH_NOT_FOUND',
  },
  { prints: /a branch named .* already exists/i, status: 409, code: 'GIT_BRANCH_EXISTS' },
  {
    prints:
      /not a git repository|inside a git repository|does not appear to be a git repository|repository .* (?:not found|does not exist)/i,
    status: 404,
    code: 'GIT_REPO_NOT_FOUND',
  },
  { prints: /already exists/, status: 409 },
  { prints: /Permission denied/, status: 403, code: 'FILE_ACCESS_DENIED' },
]

/** What a failed call of git is told as. */
export function gitFailure(printed: string): ToolboxError {
  const { status, code } = meanings.find(({ prints }) => prints.test(printed)) ?? { status: 400 }
  const lines = printed.trim().split('\n')
  const text = lines.findLast((line) => /^(?:fatal|error|CONFLICT)/.test(line)) ?? lines.at(-1) ?? ''
  return new ToolboxError(status, text === '' ? 'git failed' : text, { code })
}
