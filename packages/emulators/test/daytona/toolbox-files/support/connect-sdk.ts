import type { IncomingMessage, ServerResponse } from 'node:http'
import { Daytona, type Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll } from 'vitest'
import { startStandInCloud } from '../../../daemon/support/stand-in-cloud.js'
import { startTestToolbox, type TestToolbox } from './test-toolbox.js'

/** The vendor's client, talking to one daemon. */
interface SdkSandbox {
  readonly sandbox: Sandbox
  /** Where the daemon answers without its socket. */
  readonly toolboxUrl: string
  close(): Promise<void>
}

const id = '11111111-2222-4333-8444-555555555555'
const prefix = `/toolbox/${id}`

function answerControlPlane(_request: IncomingMessage, response: ServerResponse, url: string): void {
  const sandbox = {
    id,
    organizationId: id,
    name: 'test',
    user: 'daytona',
    env: {},
    labels: { 'code-toolbox-language': 'python' },
    public: false,
    networkBlockAll: false,
    target: 'us',
    cpu: 1,
    gpu: 0,
    memory: 1,
    disk: 3,
    state: 'started',
    toolboxProxyUrl: `${url}/toolbox`,
  }
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(sandbox))
}

export async function connectSdk({ socketPath }: TestToolbox): Promise<SdkSandbox> {
  const { url, close } = await startStandInCloud({
    socketPath,
    innerPath: ({ url: path = '' }) => (path.startsWith(prefix) ? path.slice(prefix.length) : undefined),
    answerControlPlane,
  })
  const daytona = new Daytona({ apiKey: 'local', apiUrl: `${url}/api`, target: 'us', useDeprecatedPolling: true })
  const sandbox = await daytona.create()
  return {
    sandbox,
    toolboxUrl: `${url}${prefix}`,
    close: async () => {
      await daytona[Symbol.asyncDispose]()
      await close()
    },
  }
}

/** One daemon and the vendor's client, for the tests of a file. */
interface ConnectedToolbox {
  readonly toolbox: TestToolbox
  readonly sandbox: Sandbox
  readonly toolboxUrl: string
}

/** Starts a daemon before the tests of a file, connects the vendor's client to it, and ends both afterwards. */
export function useConnectedToolbox(): () => ConnectedToolbox {
  let toolbox: TestToolbox | undefined
  let connection: SdkSandbox | undefined
  beforeAll(async () => {
    toolbox = await startTestToolbox()
    connection = await connectSdk(toolbox)
  })
  afterAll(async () => {
    await connection?.close()
    await toolbox?.stop()
  })
  return () => {
    if (toolbox === undefined || connection === undefined) throw new TypeError('the daemon has not started')
    const { sandbox, toolboxUrl } = connection
    return { toolbox, sandbox, toolboxUrl }
  }
}
