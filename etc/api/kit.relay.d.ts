// @caisson/kit/relay: the public interface. Written by `npm run api -- --update`.
import type { DriverRunOptions } from '@caisson/core/driver'
import type { DriverRunResult } from '@caisson/core/driver'
import type { DriverSpawnOptions } from '@caisson/core/driver'
import type { OutputSink } from '@caisson/core/driver'
import type { RemoteProcess } from '@caisson/core/driver'
import type { SandboxDriver } from '@caisson/core/driver'
import type { SandboxSupports } from '@caisson/core/driver'
import type { ShellCommand } from '@caisson/core/driver'

interface DetachableDriver<Handle> extends Omit<SandboxDriver<Handle>, 'spawn' | 'attach' | 'run' | 'listProcesses'> {
    run(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>;
    openLines(handle: Handle, script: ShellCommand, onLine: (line: string) => void, signal: AbortSignal | undefined): Promise<LineStream>;
    environmentOf(handle: Handle): Readonly<Record<string, string>>;
    ownNamesOf(handle: Handle): readonly string[];
}
interface DetachedRelayNeeds {
    readonly maxAnswerBytes: number;
    readonly maxStreamBytes: number;
    readonly longestAnswerMs: number;
}
interface LineStream {
    readonly ended: Promise<void>;
    close(): void;
}
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
declare const relaySupports: Pick<SandboxSupports, 'stdin' | 'closeStdin' | 'streaming' | 'exactBytes' | 'backpressure' | 'channel' | 'killsEscapedSessions' | 'attach' | 'listsForeignProcesses'>;
declare function withDetachedRelay<Handle>(driver: DetachableDriver<Handle>, needs: DetachedRelayNeeds): SandboxDriver<Handle>;
declare function withRelay<Handle>(driver: RelayableDriver<Handle>, needs: RelayNeeds): SandboxDriver<Handle>;

export {
  DetachableDriver,
  DetachedRelayNeeds,
  LineStream,
  RawProcess,
  RelayNeeds,
  RelayableDriver,
  relaySupports,
  withDetachedRelay,
  withRelay,
}
