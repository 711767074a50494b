import { runLive } from '@caisson/testing'
import { PlatformLiveRun } from './live-run.js'
import { providerCases } from './provider-cases.js'

runLive({
  vendor: 'Platform',
  keyName: 'MASTRA_PLATFORM_ACCESS_TOKEN',
  makeRun: () => new PlatformLiveRun(),
  cases: providerCases,
  lacks: { stoppedMachines: 'a stop destroys the machine', addresses: 'machines have no addresses' },
})
