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
    openLines(handle: Handle, script: ShellCommand, onLine: (line: string) => void, signal: AbortSignal | undefined, options?: LineOptions): Promise<LineStream>;
    linesTake?(handle: Handle): LineAbilities;
    spawnForeground?(handle: Handle, command: string, options: DriverSpawnOptions, output: OutputSink): Promise<RemoteProcess>;
    environmentOf(handle: Handle): Readonly<Record<string, string>>;
    ownNamesOf(handle: Handle): readonly string[];
}
interface DetachedRelayNeeds {
    readonly maxAnswerBytes: number;
    readonly maxStreamBytes: number;
    readonly longestAnswerMs: number;
    readonly maxInputBytes?: number | undefined;
}
interface LineAbilities {
    readonly env?: boolean | undefined;
    readonly input?: boolean | undefined;
}
interface LineOptions {
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly input?: 'open' | undefined;
}
interface LineStream {
    readonly ended: Promise<void>;
    close(): void;
    write?(data: Uint8Array): Promise<void>;
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
  LineAbilities,
  LineOptions,
  LineStream,
  RawProcess,
  RelayNeeds,
  RelayableDriver,
  relaySupports,
  withDetachedRelay,
  withRelay,
}
