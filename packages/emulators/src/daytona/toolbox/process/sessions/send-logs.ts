import type { ToolboxExchange } from '../../http/route.js'
import type { LogFile } from '../output/log-file.js'
import { logMembers, sendPieces, streamJson } from '../output/log-json.js'
import { readLog } from '../output/read-log.js'

/** Clients before this version take the log as it is, with its markers. */
const firstWithMembers = [0, 167] as const

function wantsPlainLog(version: string | string[] | undefined): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(version ?? '')) ?? []
  if (major === undefined || minor === undefined) return false
  return Number(major) === firstWithMembers[0] && Number(minor) < firstWithMembers[1]
}

async function* asObject(log: LogFile): AsyncGenerator<string> {
  yield '{'
  yield* logMembers(log)
  yield '}'
}

/** Answers with what a command has printed so far. */
export async function sendLogs({ request, response }: ToolboxExchange, log: LogFile): Promise<void> {
  if (!wantsPlainLog(request.headers['x-daytona-sdk-version'])) return streamJson(response, asObject(log))
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
  await sendPieces(response, readLog(log))
}
