import { runLive } from '@caisson/testing'
import { E2BLiveRun } from './live-run.js'
import { providerCases } from './provider-cases.js'

runLive({ vendor: 'E2B', keyName: 'E2B_API_KEY', makeRun: () => new E2BLiveRun(), cases: providerCases })
