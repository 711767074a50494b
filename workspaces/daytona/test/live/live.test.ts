import { runLive } from '@caisson/testing'
import { DaytonaLiveRun } from './live-run.js'
import { providerCases } from './provider-cases.js'

runLive({ vendor: 'Daytona', keyName: 'DAYTONA_API_KEY', makeRun: () => new DaytonaLiveRun(), cases: providerCases })
