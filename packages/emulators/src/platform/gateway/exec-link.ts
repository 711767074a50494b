import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { FaultEffect } from '../../http/fault.js'

/** Beyond this, what waits to be sent makes the other side wait. */
const mostBufferedBytes = 1024 * 1024

/** How long the agent has to say that it has closed. */
const agentCloseMs = 2000

const closeCodes = { destroyed: 1011, delivered: 4000 } as const

/** Codes that say that there was none, which cannot be sent. */
const unsendableCodes: ReadonlySet<number> = new Set([1005, 1006, 1015])

export interface ExecLinkOptions {
  /** The client's side, as frames and as bytes. */
  readonly client: WebSocket
  readonly socket: Duplex
  /** The agent's side. */
  readonly agent: WebSocket
  readonly effect: FaultEffect
}

function isOutput(data: Buffer, isBinary: boolean): boolean {
  return isBinary && data.length > 1 && (data[0] === 1 || data[0] === 3)
}

function isExit(data: Buffer, isBinary: boolean): boolean {
  if (isBinary) return false
  const frame = JSON.parse(data.toString('utf8')) as { readonly type?: unknown }
  return frame.type === 'exit'
}

/**
 * Passes frames between a client and an agent, and counts the bytes of output that come to the client: the agent is told when the client has
 * gone, so that who joins the command again gets what comes behind them.
 */
export class ExecLink {
  /** Resolves when both sides have closed. */
  readonly closed: Promise<void>
  readonly #options: ExecLinkOptions
  readonly #markClosed: () => void
  /** Bytes of output that were sent, and those of them that the system has taken. */
  #sent = 0
  #delivered = 0
  #isEnding = false

  constructor(options: ExecLinkOptions) {
    const { client, agent } = options
    let markClosed: () => void = () => undefined
    this.closed = new Promise((resolve) => {
      markClosed = resolve
    })
    this.#markClosed = markClosed
    this.#options = options
    client.on('message', (data: Buffer, isBinary) => this.#fromClient(data, isBinary))
    client.on('error', () => client.terminate())
    client.on('close', () => {
      // What is sent to a closed socket counts as waiting, and would keep the agent from being read until its end.
      this.#isEnding = true
      void this.#leaveAgent()
    })
    agent.on('message', (data: Buffer, isBinary) => this.#fromAgent(data, isBinary))
    agent.on('error', () => agent.terminate())
    agent.on('close', (code, reason) => this.#onAgentClose(code, reason))
    if (options.effect.cutOnOpen === true) this.#cut()
  }

  /** The sandbox is no more. */
  destroyed(): void {
    this.#isEnding = true
    this.#options.client.close(closeCodes.destroyed, 'the sandbox was destroyed')
    this.#options.agent.terminate()
  }

  #fromClient(data: Buffer, isBinary: boolean): void {
    const { client, agent, effect } = this.#options
    if (this.#isEnding || agent.readyState !== agent.OPEN) return
    agent.send(data, { binary: isBinary }, () => {
      if (agent.bufferedAmount < mostBufferedBytes) client.resume()
    })
    if (agent.bufferedAmount >= mostBufferedBytes) client.pause()
    // The first frame starts the command.
    if (effect.loseResponse === true) this.#cut()
  }

  #fromAgent(data: Buffer, isBinary: boolean): void {
    const { effect } = this.#options
    if (this.#isEnding) return
    if (isOutput(data, isBinary)) this.#passOutput(data)
    else if (isExit(data, isBinary) && isCutAtEnd(effect)) this.#cut()
    else this.#send(data, isBinary)
  }

  #passOutput(data: Buffer): void {
    const { cutAfterBytes, cutAfterFirstEvent } = this.#options.effect
    const room = (cutAfterBytes ?? Number.POSITIVE_INFINITY) - this.#sent
    const passed = data.subarray(0, Math.min(data.length, room + 1))
    const bytes = passed.length - 1
    const isLast = bytes >= room || cutAfterFirstEvent === true
    this.#sent += bytes
    if (bytes > 0) this.#send(passed, true, bytes)
    if (isLast) this.#cut()
  }

  #send(data: Buffer, isBinary: boolean, outputBytes = 0): void {
    const { client, agent } = this.#options
    client.send(data, { binary: isBinary }, (error) => {
      if (error === undefined || error === null) this.#delivered += outputBytes
      if (client.bufferedAmount < mostBufferedBytes) agent.resume()
    })
    if (client.bufferedAmount >= mostBufferedBytes) agent.pause()
  }

  /** Ends the client's connection without a word, once all that was to come to it has, and the agent knows. */
  #cut(): void {
    const { client, socket } = this.#options
    if (this.#isEnding) return
    this.#isEnding = true
    const sent = this.#sent
    const end = async (): Promise<void> => {
      this.#delivered = sent
      await this.#leaveAgent()
      // Bytes that are on their way would be lost if the connection were reset.
      socket.end(() => setTimeout(() => client.terminate(), agentCloseMs).unref())
    }
    // Behind what was sent before, as writes keep their order.
    socket.write('', () => void end())
  }

  /** Tells the agent how much has come to the client. */
  async #leaveAgent(): Promise<void> {
    const { agent } = this.#options
    if (agent.readyState === agent.CLOSED) return this.#markClosed()
    const closed = new Promise<void>((resolve) => agent.once('close', () => resolve()))
    const limit = setTimeout(() => agent.terminate(), agentCloseMs)
    agent.resume()
    agent.close(closeCodes.delivered, `delivered=${this.#delivered}`)
    await closed
    clearTimeout(limit)
    this.#markClosed()
  }

  #onAgentClose(code: number, reason: Buffer): void {
    const { client } = this.#options
    if (this.#isEnding) return
    this.#isEnding = true
    if (code === 1006) client.close(closeCodes.destroyed, 'the sandbox does not answer any more')
    else if (unsendableCodes.has(code)) client.close()
    else client.close(code, reason)
  }
}

/** A cut that was promised comes at the end at the latest. */
function isCutAtEnd({ cutBeforeEnd, cutAfterBytes, cutAfterFirstEvent }: FaultEffect): boolean {
  return cutBeforeEnd === true || cutAfterBytes !== undefined || cutAfterFirstEvent === true
}
