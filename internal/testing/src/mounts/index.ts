export { startAzurite, type Azurite } from './azurite.js'
export { bucketTarget, type BucketTarget } from './bucket-target.js'
export { gcsAzureCases } from './cases/gcs-azure-cases.js'
export { installCases } from './cases/install-cases.js'
export type { MountCase } from './cases/mount-case.js'
export { reconcileCases } from './cases/reconcile-cases.js'
export { refreshCases } from './cases/refresh-cases.js'
export { runMountCases } from './cases/run-mount-cases.js'
export { s3Cases } from './cases/s3-cases.js'
export { s3ContentCases } from './cases/s3-content-cases.js'
export { s3FailureCases } from './cases/s3-failure-cases.js'
export { s3RefusalCases } from './cases/s3-refusal-cases.js'
export { mounterFaults, withFaultyMounter, type MounterFault } from './faulty-mounter.js'
export { daemonsOf, mount, mountLines, sh, textOf } from './in-machine.js'
export { isOnPath } from './is-on-path.js'
export { misleading } from './misleading.js'
export { useMountBench, type MountBench } from './mount-bench.js'
export type { MountImage, MountProvider, MountSandbox, MountSandboxOptions, StoreName } from './mount-provider.js'
export {
  bareFiles,
  hideTools,
  keptTool,
  removeSudo,
  standInFolder,
  standIns,
  toolFiles,
  toolTitle,
  type ImageFile,
  type StandInName,
} from './stand-ins.js'
export { keys, startS3Store, temporaryKeys, useStores, type S3Store, type Stores } from './stores.js'
export { whyNoMounts, type MachineEmulator } from './why-no-mounts.js'
