import type { IncomingMessage, ServerResponse } from 'node:http'
import { Sandbox } from 'e2b'
import { startStandInCloud } from '../../daemon/support/stand-in-cloud.js'
import type { TestEnvd } from './test-envd.js'

/** The vendor's client, talking to one daemon. */
export interface SdkSandbox {
  readonly sandbox: Sandbox
  close(): Promise<void>
}

const sandboxId = 'itestsandbox00000000'

function answerControlPlane(request: IncomingMessage, response: ServerResponse, accessToken: string): void {
  const isCreation = request.method === 'POST'
  const body = isCreation
    ? { sandboxID: sandboxId, templateID: 'base', clientID: 'c', envdVersion: '0.6.13', envdAccessToken: accessToken }
    : undefined
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(isCreation ? 201 : 204, isCreation ? headers : {})
  response.end(text)
}

export async function connectSdk({ socketPath, accessToken }: TestEnvd): Promise<SdkSandbox> {
  const { url, close } = await startStandInCloud({
    socketPath,
    innerPath: ({ headers, url: path }) => (headers['e2b-sandbox-id'] === undefined ? undefined : path),
    answerControlPlane: (request, response) => answerControlPlane(request, response, accessToken),
  })
  const sandbox = await Sandbox.create({ apiKey: 'local', apiUrl: url, sandboxUrl: url })
  return { sandbox, close }
}
