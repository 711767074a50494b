import { httpCall, LongAnswerError, openHttpCall, redactSecrets, type HttpCall } from '@caisson/kit/http'
import type { z } from 'zod'
import { answerFacts } from './answer-facts.js'
import { configOf } from './client-config.js'
import { grantedSecrets } from './granted-secrets.js'
import { PlatformApiError } from './platform-api-error.js'
import type { PlatformClientOptions } from './platform-client-options.js'
import { projectPath, type ProjectPlace } from './project-path.js'

/** Where the platform is, and who asks. Holds a secret: never log it. */
export interface PlatformConnection extends ProjectPlace {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly accessToken: string
  readonly actingUserId: string | undefined
  readonly sessionId: string | undefined
  readonly threadId: string | undefined
}

/** What a client needs. */
export interface PlatformClientConfig {
  /** Asked at each request: credentials may come late. Throws when there are none. */
  readonly connection: () => PlatformConnection
  readonly fetch: typeof fetch
}

/** A request to the platform, relative to the project. */
export interface PlatformCall {
  /** For errors, such as `create a sandbox`. */
  readonly operation: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Its segments are encoded. Begins with a slash. */
  readonly path: string
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: HttpCall['body']
  readonly signal?: AbortSignal | undefined
  /** What is in the request and must be in no text, beside the token. Shorter ones than 8 characters are taken for words. */
  readonly secrets?: readonly string[] | undefined
  /** Default 60 000 ms. */
  readonly limitMs?: number | undefined
  /** Whether it may be sent again, whatever became of it. Default: GET and HEAD may. */
  readonly isHarmless?: boolean | undefined
}

const shortestSecret = 8

/** What was answered, as text. */
interface TextAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The platform's API. Nothing is repeated; secrets are in headers only, and in no text of an error. */
export class PlatformClient {
  readonly #config: PlatformClientConfig

  /**
   * Sends nothing. Throws `SandboxError` INVALID_ARGUMENT for an option that is wrong; what is missing is an error of the first
   * request.
   */
  constructor(options: PlatformClientOptions | PlatformClientConfig = {}) {
    this.#config = 'connection' in options ? options : configOf(options)
  }

  /** Sends a request whose answer must be JSON of this shape. Throws `PlatformApiError` for any other, and what `httpCall` throws. */
  async json<T>(call: PlatformCall, schema: z.ZodType<T>): Promise<T> {
    const { connection, request } = this.#prepare(call)
    const { body, ...answer } = await told(call, async () => httpCall(request))
    const text = Buffer.from(body).toString()
    if (!isSuccess(answer.status)) throw refused(call, { ...answer, text }, connection)
    const read = schema.safeParse(parse(text))
    if (read.success) return read.data
    throw new PlatformApiError({
      operation: call.operation,
      status: answer.status,
      body: shown(text, call, connection),
      // It was a success, whatever it did.
      facts: { code: 'UNAVAILABLE', retry: isHarmless(call) ? 'safe' : 'ambiguous' },
      fault: 'the answer is not what it should be',
    })
  }

  /** Sends a request whose answer is of no matter when it is a success. */
  async done(call: PlatformCall): Promise<{ readonly status: number; readonly headers: Headers }> {
    const { connection, request } = this.#prepare(call)
    const { body, ...answer } = await told(call, async () => httpCall(request))
    if (isSuccess(answer.status)) return answer
    throw refused(call, { ...answer, text: Buffer.from(body).toString() }, connection)
  }

  /** Sends a request whose answer's body is read by the caller, if it is a success. */
  async open(call: PlatformCall): Promise<Response> {
    const { connection, request } = this.#prepare(call)
    const response = await told(call, async () => openHttpCall(request))
    const { status, headers } = response
    if (isSuccess(status)) return response
    throw refused(call, { status, headers, text: await response.text() }, connection)
  }

  #prepare(call: PlatformCall): { connection: PlatformConnection; request: HttpCall } {
    const connection = this.#config.connection()
    const { method, signal, limitMs } = call
    const body = call.json === undefined ? call.body : JSON.stringify(call.json)
    const headers = {
      authorization: `Bearer ${connection.accessToken}`,
      ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...identityOf(connection),
      ...call.headers,
    }
    const url = `${connection.baseUrl}${projectPath(connection)}${call.path}${queryOf(call.query)}`
    const { fetch: send } = this.#config
    return { connection, request: { fetch: send, provider: 'platform', method, url, headers, body, signal, limitMs } }
  }
}

/** An answer that is too long says nothing of what the request did. */
async function told<T>(call: PlatformCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LongAnswerError)) throw error
    const { status, message: fault } = error
    const facts = { code: 'UNAVAILABLE', retry: isHarmless(call) ? 'safe' : 'ambiguous' } as const
    throw new PlatformApiError({ operation: call.operation, status, body: '', facts, fault }, { cause: error })
  }
}

function refused(call: PlatformCall, { status, headers, text }: TextAnswer, connection: PlatformConnection): Error {
  const { operation } = call
  const facts = answerFacts(status, headers)
  const retry = facts.retry === 'ambiguous' && isHarmless(call) ? 'safe' : facts.retry
  return new PlatformApiError({ operation, status, body: shown(text, call, connection), facts: { ...facts, retry } })
}

/** A text of the platform without what nobody may read: it may repeat what it was sent, or hold what it grants. */
function shown(text: string, { secrets = [] }: PlatformCall, { accessToken }: PlatformConnection): string {
  const sent = secrets.filter(({ length }) => length >= shortestSecret)
  return redactSecrets(text, [accessToken, ...sent, ...grantedSecrets(text)])
}

/** Whether a request changes nothing, whatever became of it. */
function isHarmless({ method, isHarmless: isSaid }: PlatformCall): boolean {
  return isSaid ?? (method === 'GET' || method === 'HEAD')
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function identityOf({ actingUserId, sessionId, threadId }: PlatformConnection): Record<string, string> {
  return {
    ...(actingUserId === undefined ? {} : { 'x-acting-user-id': actingUserId }),
    ...(sessionId === undefined ? {} : { 'x-mastra-session-id': sessionId }),
    ...(threadId === undefined ? {} : { 'x-mastra-thread-id': threadId }),
  }
}

function queryOf(query: PlatformCall['query'] = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** `undefined` for what is no JSON: no shape allows it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
