import { runDaemon } from '../../daemon/run-daemon.js'
import type { ToolboxSettings } from './settings.js'
import { startToolbox } from './start-toolbox.js'

// The vendor's daemon is no Node program, so what ends all programs of that name must not mean this one.
process.title = 'daytona'
runDaemon<ToolboxSettings>({ name: 'toolbox', start: (settings) => startToolbox(settings, true) })
