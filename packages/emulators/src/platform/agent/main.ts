import { runDaemon } from '../../daemon/run-daemon.js'
import type { AgentSettings } from './settings.js'
import { startAgent } from './start-agent.js'

// The platform's agent is no Node program, so what ends all programs of that name must not mean this one.
process.title = 'platform-agent'
runDaemon<AgentSettings>({ name: 'agent', start: (settings) => startAgent(settings) })
