// @caisson/daytona: the public interface. Written by `npm run api -- --update`.
import type * as sdkModule from '@daytonaio/sdk'
import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { BaseSandbox } from '@caisson/core/driver'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { Daytona } from '@daytonaio/sdk'
import type { FuseMountConfig } from '@caisson/kit/mounts'
import type { GCSMountConfig } from '@caisson/kit/mounts'
import type { Image } from '@daytonaio/sdk'
import type { Logger } from '@caisson/core/workspace'
import type { MountTool } from '@caisson/kit/mounts'
import type { ProcessManager } from '@caisson/core/driver'
import type { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import type { RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'
import type { S3MountConfig } from '@caisson/kit/mounts'
import type { Sandbox } from '@daytonaio/sdk'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { SandboxComputer } from '@caisson/core/workspace'
import type { SandboxOptions } from '@caisson/core/driver'
import type { SandboxProvider } from '@caisson/core/editor'

type ConnectionOptionName = 'apiKey' | 'jwtToken' | 'organizationId' | 'apiUrl' | 'target';
type DaytonaAzureBlobMountConfig = AzureBlobMountConfig;
declare class DaytonaCodeModeTransport extends RemoteCodeModeTransport {
}
type DaytonaCodeModeTransportOptions = RemoteCodeModeTransportOptions;
declare class DaytonaComputer implements SandboxComputer {
    #private;
    constructor(access: DesktopAccess);
    start(): Promise<void>;
    screenshot(): Promise<{
        data: Uint8Array;
        mediaType: 'image/png';
    }>;
    leftClick(x: number, y: number): Promise<void>;
    rightClick(x: number, y: number): Promise<void>;
    doubleClick(x: number, y: number): Promise<void>;
    moveMouse(x: number, y: number): Promise<void>;
    drag(from: {
        x: number;
        y: number;
    }, to: {
        x: number;
        y: number;
    }): Promise<void>;
    scroll(direction: 'up' | 'down', amount: number): Promise<void>;
    type(text: string): Promise<void>;
    press(key: string | string[]): Promise<void>;
    getScreenSize(): Promise<{
        width: number;
        height: number;
    }>;
    getCursorPosition(): Promise<{
        x: number;
        y: number;
    }>;
    streamUrl(): Promise<string | null>;
}
interface DaytonaComputerUse {
    autoStart?: boolean | undefined;
}
type DaytonaGCSMountConfig = GCSMountConfig;
type DaytonaImage = string | Image;
type DaytonaLanguage = 'typescript' | 'javascript' | 'python';
declare class DaytonaMachine {
    readonly sandbox: Sandbox;
    readonly client: Daytona;
    readonly sessions: SessionPool;
    readonly ownNames: readonly string[];
    constructor(sandbox: Sandbox, client: Daytona, sessions: SessionPool, ownNames: readonly string[]);
    get sandboxId(): string;
}
type DaytonaMountConfig = FuseMountConfig;
type DaytonaMountTool = MountTool;
declare class DaytonaProcessManager extends ProcessManager<DaytonaMachine> {
}
interface DaytonaResources {
    cpu?: number | undefined;
    memory?: number | undefined;
    disk?: number | undefined;
}
type DaytonaS3MountConfig = S3MountConfig;
declare class DaytonaSandbox extends BaseSandbox<DaytonaMachine> {
    #private;
    constructor(options?: DaytonaSandboxOptions);
    get processes(): DaytonaProcessManager;
    get daytona(): Sandbox;
    get instance(): Sandbox;
    get sandboxId(): string | undefined;
    get computer(): DaytonaComputer | undefined;
    clone(options?: SandboxCloneOptions): DaytonaSandbox;
    __setLogger(logger: Logger): void;
}
interface DaytonaSandboxOptions extends SandboxOptions {
    sandboxId?: string | undefined;
    name?: string | undefined;
    timeout?: number | undefined;
    language?: DaytonaLanguage | undefined;
    snapshot?: string | undefined;
    image?: DaytonaImage | undefined;
    resources?: DaytonaResources | undefined;
    strictOptions?: boolean | undefined;
    labels?: Record<string, unknown> | undefined;
    user?: string | undefined;
    public?: boolean | undefined;
    ephemeral?: boolean | undefined;
    autoStopInterval?: number | undefined;
    autoArchiveInterval?: number | undefined;
    autoDeleteInterval?: number | undefined;
    volumes?: DaytonaVolume[] | undefined;
    networkBlockAll?: boolean | undefined;
    networkAllowList?: string | undefined;
    domainAllowList?: string | undefined;
    secrets?: Record<string, string> | undefined;
    computerUse?: boolean | DaytonaComputerUse | undefined;
    apiKey?: string | undefined;
    jwtToken?: string | undefined;
    organizationId?: string | undefined;
    apiUrl?: string | undefined;
    target?: string | undefined;
}
type DaytonaSdk = typeof sdkModule;
interface DaytonaSnapshotResources extends DaytonaResources {
    gpu?: number | undefined;
}
interface DaytonaVolume {
    volumeId: string;
    mountPath: string;
    subpath?: string | undefined;
}
interface DesktopAccess {
    use<T>(operation: string, call: (sandbox: Sandbox) => Promise<T>): Promise<T>;
    portUrl(port: number): Promise<string | null>;
}
interface MountableSnapshot {
    readonly name: string;
    readonly action: 'reused' | 'built';
    readonly tools: readonly DaytonaMountTool[];
    readonly image: DaytonaImage;
    readonly resources?: DaytonaSnapshotResources;
}
interface MountableSnapshotOptions extends Pick<DaytonaSandboxOptions, ConnectionOptionName | 'logger'> {
    tools?: readonly DaytonaMountTool[] | undefined;
    image?: DaytonaImage | undefined;
    resources?: DaytonaSnapshotResources | undefined;
    entrypoint?: readonly string[] | undefined;
    regionId?: string | undefined;
    name?: string | undefined;
    buildTimeoutMs?: number | undefined;
    onBuildLog?: ((entry: BuildLogEntry) => void) | undefined;
    abortSignal?: AbortSignal | undefined;
}
interface Session {
    readonly id: string;
    scriptCount: number;
    printedLength: number;
    printedAtMs: number;
}
declare class SessionPool {
    #private;
    constructor(sdk: DaytonaSdk, sandbox: Sandbox, logger: () => Logger);
    isLost(error: unknown): boolean;
    takeFree(): Promise<Session | undefined>;
    make(): Promise<Session>;
    notePrinted(session: Session, text: string): void;
    release(session: Session): void;
    discard(session: Session): void;
    discardLater(session: Session): void;
    close(): void;
}
declare function createMountableSnapshot(options?: MountableSnapshotOptions): Promise<MountableSnapshot>;
declare const daytonaSandboxProvider: SandboxProvider;

export {
  DaytonaAzureBlobMountConfig,
  DaytonaCodeModeTransport,
  DaytonaCodeModeTransportOptions,
  DaytonaComputer,
  DaytonaComputerUse,
  DaytonaGCSMountConfig,
  DaytonaImage,
  DaytonaLanguage,
  DaytonaMountConfig,
  DaytonaMountTool,
  DaytonaProcessManager,
  DaytonaResources,
  DaytonaS3MountConfig,
  DaytonaSandbox,
  DaytonaSandboxOptions,
  DaytonaSnapshotResources,
  DaytonaVolume,
  MountableSnapshot,
  MountableSnapshotOptions,
  createMountableSnapshot,
  daytonaSandboxProvider,
}

// Reachable but not exported:
//   ConnectionOptionName
//   DaytonaMachine
//   DaytonaSdk
//   DesktopAccess
//   Session
//   SessionPool
