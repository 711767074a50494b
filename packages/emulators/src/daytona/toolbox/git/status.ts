import { requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { openRepository } from './repository.js'

const words: Readonly<Record<string, string>> = {
  '.': 'Unmodified',
  '?': 'Untracked',
  M: 'Modified',
  T: 'Modified',
  A: 'Added',
  D: 'Deleted',
  R: 'Renamed',
  C: 'Copied',
  U: 'Updated but unmerged',
}

interface FileStatus {
  readonly name: string
  /** Of a renamed or copied file: where it came from. */
  readonly extra: string
  readonly staging: string
  readonly worktree: string
}

interface Head {
  branch: string
  upstream: string
  ahead: number
  behind: number
}

/** How many fields come before the path, by the kind of a line. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10 }

function readEntry(line: string, origin: string): FileStatus | undefined {
  const kind = line.slice(0, 1)
  if (kind === '?') return { name: line.slice(2), extra: '', staging: 'Untracked', worktree: 'Untracked' }
  const before = fieldsBefore[kind]
  if (before === undefined) return undefined
  const fields = line.split(' ')
  const [staging = '.', worktree = '.'] = fields[1] ?? ''
  const word = (letter: string): string => words[letter] ?? 'Unmodified'
  const name = fields.slice(before).join(' ')
  return { name, extra: kind === '2' ? origin : '', staging: word(staging), worktree: word(worktree) }
}

function readHead(line: string, head: Head): void {
  const [, name, ...values] = line.split(' ')
  const [first = '', second = ''] = values
  if (name === 'branch.head') head.branch = first
  else if (name === 'branch.upstream') head.upstream = first
  else if (name === 'branch.ab') {
    head.ahead = Math.abs(Number(first))
    head.behind = Math.abs(Number(second))
  }
}

function readStatus(output: string): { readonly head: Head; readonly files: readonly FileStatus[] } {
  const head: Head = { branch: '', upstream: '', ahead: 0, behind: 0 }
  const files: FileStatus[] = []
  const lines = output.split('\0')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('#')) readHead(line, head)
    const entry = readEntry(line, lines[at + 1] ?? '')
    if (entry !== undefined) files.push(entry)
    // What was renamed has its old name after it.
    if (line.startsWith('2 ')) at += 1
  }
  return { head, files }
}

/** `GET /git/status`: the branch, how it is to its upstream, and what differs. */
export async function gitStatus(exchange: ToolboxExchange): Promise<void> {
  const git = await openRepository(exchange, requiredQuery(exchange.url, 'path'))
  const { output } = await git(['status', '--porcelain=v2', '--branch', '--untracked-files=all', '-z'])
  const { head, files } = readStatus(output)
  const detached = head.branch === '(detached)'
  const published = await git(['show-ref', '--verify', '--quiet', `refs/remotes/origin/${head.branch}`], {
    allowedStatuses: [1],
  })
  sendJson(exchange.response, 200, {
    currentBranch: detached ? 'HEAD' : head.branch,
    detached,
    upstream: head.upstream,
    ahead: head.ahead,
    behind: head.behind,
    branchPublished: head.upstream !== '' || published.status === 0,
    fileStatus: files,
  })
}
