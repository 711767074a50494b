import { agreementSuite } from '../driver/agreement.js'
import { badInputsSuite } from '../errors/bad-inputs.js'
import { providerErrorsSuite } from '../errors/provider-errors.js'
import { secretsSuite } from '../errors/secrets.js'
import { concurrentStartSuite } from '../lifecycle/concurrent-start.js'
import { destroySuite } from '../lifecycle/destroy.js'
import { goneMachineSuite } from '../lifecycle/gone-machine.js'
import { hooksSuite } from '../lifecycle/hooks.js'
import { interleavingsSuite } from '../lifecycle/interleavings.js'
import { randomOrdersSuite } from '../lifecycle/random-orders.js'
import { slowHooksSuite } from '../lifecycle/slow-hooks.js'
import { startSuite } from '../lifecycle/start.js'
import { stopRemovesSuite } from '../lifecycle/stop-removes.js'
import { stopSuite } from '../lifecycle/stop.js'
import { bucketGuardsSuite } from '../mounts/bucket-guards.js'
import { bucketLifecycleSuite } from '../mounts/bucket-lifecycle.js'
import { bucketSecretsSuite } from '../mounts/bucket-secrets.js'
import { bucketsSuite } from '../mounts/buckets.js'
import { localMountsSuite } from '../mounts/local-mounts.js'
import { mountHookSuite } from '../mounts/mount-hook.js'
import { mountTableSuite } from '../mounts/mount-table.js'
import { abortSuite } from '../process/abort.js'
import { backpressureSuite } from '../process/backpressure.js'
import { bigOutputSuite } from '../process/big-output.js'
import { channelSuite } from '../process/channel.js'
import { environmentSuite } from '../process/environment.js'
import { exitSuite } from '../process/exit.js'
import { killSuite } from '../process/kill.js'
import { listSuite } from '../process/list.js'
import { listenersSuite } from '../process/listeners.js'
import { runSuite } from '../process/run.js'
import { spawnSuite } from '../process/spawn.js'
import { stdinSuite } from '../process/stdin.js'
import { streamsSuite } from '../process/streams.js'
import { timeoutSuite } from '../process/timeout.js'
import { workingDirectorySuite } from '../process/working-directory.js'
import { capabilitiesSuite } from './capabilities.js'
import { diskSuite } from './disk.js'
import { identitySuite } from './identity.js'
import type { SandboxSuite } from './sandbox-case.js'
import { writeFilesSuite } from './write-files.js'

/** Every suite, in the order in which they run. */
export const sandboxSuites: readonly SandboxSuite[] = [
  identitySuite,
  startSuite,
  concurrentStartSuite,
  hooksSuite,
  slowHooksSuite,
  stopSuite,
  stopRemovesSuite,
  destroySuite,
  interleavingsSuite,
  randomOrdersSuite,
  goneMachineSuite,
  runSuite,
  spawnSuite,
  bigOutputSuite,
  backpressureSuite,
  streamsSuite,
  listenersSuite,
  stdinSuite,
  killSuite,
  timeoutSuite,
  abortSuite,
  exitSuite,
  environmentSuite,
  workingDirectorySuite,
  listSuite,
  channelSuite,
  badInputsSuite,
  providerErrorsSuite,
  secretsSuite,
  diskSuite,
  writeFilesSuite,
  capabilitiesSuite,
  localMountsSuite,
  mountTableSuite,
  mountHookSuite,
  bucketsSuite,
  bucketGuardsSuite,
  bucketLifecycleSuite,
  bucketSecretsSuite,
  agreementSuite,
]
