import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { CutStream, limitBytes, limitToFirstEnvelope, limitToFirstPiece } from './cut-stream.js'
import type { FaultEffect } from './fault.js'
import type { OpenEntry } from './journal.js'

const jsonType = 'application/json; charset=utf-8'

/** By name, or names and values in turn. */
type Headers = OutgoingHttpHeaders | string[]

function isEventStream(headers: Headers): boolean {
  const texts = Array.isArray(headers) ? headers : Object.values(headers).map(String)
  return texts.some((text) => /^application\/(connect|grpc)/.test(text))
}

/** The one way to answer a request. What is answered passes the fault that was ordered for it. */
export class Reply {
  readonly #response: ServerResponse
  readonly #entry: OpenEntry
  #effect: FaultEffect = {}

  constructor(response: ServerResponse, entry: OpenEntry) {
    this.#response = response
    this.#entry = entry
  }

  get isStarted(): boolean {
    return this.#response.headersSent
  }

  /** The client has gone, or the answer is complete. */
  get isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed
  }

  apply(effect: FaultEffect): void {
    this.#effect = effect
  }

  /** A whole answer; without a value, an empty one. Its length is always sent: clients read an empty body of unknown length as broken JSON. */
  send(status: number, value?: unknown, headers: OutgoingHttpHeaders = {}): void {
    const body =
      value === undefined ? undefined : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    const type = value === undefined || typeof value === 'string' ? {} : { 'Content-Type': jsonType }
    const length = status === 204 || status === 304 ? {} : { 'Content-Length': body?.length ?? 0 }
    this.stream(status, { ...type, ...length, ...headers }).end(body)
  }

  /** Sends the head at once; the body is written to what is returned. */
  stream(status: number, headers: Headers): Writable {
    const { loseResponse, cutAfterBytes, cutAfterFirstEvent } = this.#effect
    this.#entry.status = status
    if (loseResponse === true) return this.#lost()
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
    if (cutAfterBytes !== undefined) return this.#cut(new CutStream(limitBytes(cutAfterBytes), () => this.drop()))
    if (cutAfterFirstEvent === true) {
      const limit = isEventStream(headers) ? limitToFirstEnvelope : limitToFirstPiece
      return this.#cut(new CutStream(limit, () => this.drop()))
    }
    return this.#response
  }

  /** Calls back when the answer is complete or the client has gone. */
  onceClosed(listener: () => void): void {
    if (this.#response.destroyed) listener()
    else this.#response.once('close', listener)
  }

  /** Ends the connection, whatever has been sent. */
  drop(): void {
    this.#response.destroy()
    // Without this the connection may stay open until the queued head has gone out.
    this.#response.socket?.destroy()
  }

  #cut(stream: CutStream): Writable {
    stream.pipe(this.#response)
    this.#response.once('close', () => stream.destroy())
    return stream
  }

  #lost(): Writable {
    this.#entry.outcome = 'dropped'
    return new Writable({
      write: (_chunk, _encoding, done) => done(),
      final: (done) => {
        this.drop()
        done()
      },
    })
  }
}
