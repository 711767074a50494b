import { runDaemon } from '../../daemon/run-daemon.js'
import type { EnvdSettings } from './settings.js'
import { startEnvd } from './start-envd.js'

runDaemon<EnvdSettings>({ name: 'envd', start: startEnvd })
