export { agentProgram, bundleAgent } from './agent-program.js'
export { startAgent, type Agent } from './start-agent.js'
export type { AgentSettings } from './settings.js'
