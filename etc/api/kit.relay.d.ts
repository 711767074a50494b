// @caisson/kit/relay: the public interface. Written by `npm run api -- --update`.
import type { DriverRunOptions } from '@caisson/core/driver'
import type { DriverRunResult } from '@caisson/core/driver'
import type { DriverSpawnOptions } from '@caisson/core/driver'
import type { OutputSink } from '@caisson/core/driver'
import type { RemoteProcess } from '@caisson/core/driver'
import type { SandboxDriver } from '@caisson/core/driver'
import type { ShellCommand } from '@caisson/core/driver'

interface RawProcess extends RemoteProcess {
    detach(): void;
}
interface RelayNeeds {
    readonly decodesOutput: boolean;
    readonly maxStreamBytes: number;
}
interface RelayableDriver<Handle> extends Omit<SandboxDriver<Handle>, 'spawn' | 'attach' | 'run'> {
    spawn(handle: Handle, command: string, options: DriverSpawnOptions, output: OutputSink): Promise<RawProcess>;
    attach?(handle: Handle, pid: string, output: OutputSink): Promise<RawProcess | undefined>;
    run(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>;
}
declare function withRelay<Handle>(driver: RelayableDriver<Handle>, needs: RelayNeeds): SandboxDriver<Handle>;

export {
  RawProcess,
  RelayNeeds,
  RelayableDriver,
  withRelay,
}
