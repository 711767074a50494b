import type { Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll } from 'vitest'
import type { ToolboxSettings } from '../../../../src/daytona/toolbox/index.js'
import type { TestToolbox } from './start-toolbox.js'
import { startTestToolbox } from './start-toolbox.js'
import type { StubGateway } from './stub-gateway.js'
import { startStubGateway } from './stub-gateway.js'

/** A toolbox with the vendor's client for it, for all tests of a file. */
export interface SandboxInUse {
  readonly toolbox: TestToolbox
  readonly sandbox: Sandbox
  /** Of the stub of the vendor's cloud. */
  readonly url: string
}

/** Starts a toolbox before the tests of a file and stops it after them. */
export function useSandbox(settings: Partial<ToolboxSettings> = {}): () => SandboxInUse {
  let toolbox: TestToolbox | undefined
  let gateway: StubGateway | undefined
  beforeAll(async () => {
    toolbox = await startTestToolbox(settings)
    gateway = await startStubGateway(toolbox.url)
  })
  afterAll(async () => {
    await gateway?.stop()
    await toolbox?.stop()
  })
  return () => {
    if (toolbox === undefined || gateway === undefined) throw new TypeError('the toolbox has not been started')
    return { toolbox, sandbox: gateway.sandbox, url: gateway.url }
  }
}
