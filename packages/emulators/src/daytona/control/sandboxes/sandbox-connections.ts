import { Agent } from 'node:http'
import type { Sandbox } from './sandbox.js'

export function makeAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 16 })
}

/** Ends all that is under way. The state must have changed before: clients look at the sandbox as soon as their connection ends. */
export function cutConnections(sandbox: Sandbox): void {
  for (const cut of sandbox.cuts) cut()
  sandbox.cuts.clear()
  sandbox.agent.destroy()
  sandbox.agent = makeAgent()
}
