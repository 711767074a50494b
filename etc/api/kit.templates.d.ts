// @caisson/kit/templates: the public interface. Written by `npm run api -- --update`.
import type { Logger } from '@caisson/core/workspace'
import type { SandboxError } from '@caisson/core/workspace'
import type { SandboxTimeoutError } from '@caisson/core/workspace'
import type { ShellCommand } from '@caisson/core/driver'

interface BackgroundBuildWatch extends Pick<BuildWatch, 'limitOption' | 'logger' | 'onBuildLog'> {
    readonly limitMs?: number | undefined;
}
interface Build {
    readonly key: string;
    readonly title: string;
    readonly provider: string;
    readonly secrets?: readonly (string | undefined)[] | undefined;
    run(report: (entry: BuildLogEntry) => void, signal: AbortSignal): Promise<void>;
}
interface BuildErrorFacts {
    readonly provider: string;
    readonly title: string;
    readonly reason: string;
    readonly step?: string | undefined;
    readonly logs: readonly string[];
    readonly secrets?: readonly (string | undefined)[] | undefined;
    readonly cause?: unknown;
}
declare class BuildFailure extends Error {
    name: string;
    readonly step: string | undefined;
    constructor(reason: string, options?: {
        readonly step?: string | undefined;
    });
}
interface BuildLogEntry {
    readonly timestamp: Date;
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly message: string;
}
declare class BuildQueue {
    #private;
    constructor({ now }?: BuildQueueOptions);
    ensure(build: Build, watch: BuildWatch): Promise<void>;
    inBackground(build: Build, watch: BackgroundBuildWatch): 'started' | 'under way' | 'failed before';
    isUnderWay(key: string): boolean;
    failureOf(key: string): KnownBuildFailure | undefined;
}
interface BuildQueueOptions {
    readonly now?: (() => number) | undefined;
}
interface BuildTimeoutFacts {
    readonly provider: string;
    readonly title: string;
    readonly limitMs: number;
    readonly limitOption: string;
    readonly logs: readonly string[];
    readonly secrets?: readonly (string | undefined)[] | undefined;
}
interface BuildWatch {
    readonly signal?: AbortSignal | undefined;
    readonly limitMs: number;
    readonly limitOption?: string | undefined;
    readonly onBuildLog?: ((entry: BuildLogEntry) => void) | undefined;
    readonly logger: Logger;
}
interface CloneOptions {
    readonly repository: Repository;
    readonly directory: string;
    readonly sha: string | undefined;
    readonly tokenVariable?: string | undefined;
}
type EnvironmentSource = Readonly<Record<string, string | undefined>>;
interface HeadQuestion {
    readonly repository: Repository;
    readonly authorization?: RepositoryAuthorization | undefined;
    readonly fetch?: typeof fetch | undefined;
}
interface InstallNodeOptions {
    readonly version: string;
    readonly source?: NodeSource | undefined;
    readonly root?: string | undefined;
}
interface KnownBuildFailure {
    readonly error: SandboxError;
    readonly atMs: number;
    readonly retryAtMs: number;
}
type NodeArchitecture = 'x64' | 'arm64';
interface NodeSource {
    readonly baseUrl?: string | undefined;
    readonly sha256?: Partial<Record<NodeArchitecture, string | undefined>> | undefined;
}
interface RepoTemplateChoices {
    readonly setupCommand?: string | readonly string[] | undefined;
    readonly buildEnv?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
    readonly workingDirectory?: string | undefined;
    readonly cpuCount?: number | undefined;
    readonly memoryMB?: number | undefined;
}
interface RepoTemplateSettings {
    readonly setupCommands: readonly string[];
    readonly buildEnv: () => Promise<Readonly<Record<string, string>>>;
    readonly workingDirectory: string;
    readonly resources: {
        readonly cpuCount: number | undefined;
        readonly memoryMB: number | undefined;
    };
}
interface Repository {
    readonly url: string;
    readonly origin: string;
    readonly host: string;
    readonly segments: readonly string[];
    readonly name: string;
}
interface RepositoryAccess {
    readonly cloneUrl: string;
    readonly authorization?: RepositoryAuthorization | undefined;
}
interface RepositoryAuthorization {
    readonly scheme: 'bearer';
    readonly token: string;
}
interface RepositoryHead {
    readonly sha: string | undefined;
    readonly failure?: string | undefined;
    readonly isRefused?: boolean | undefined;
}
declare class RepositoryHeads {
    #private;
    find(question: HeadQuestion): Promise<RepositoryHead>;
}
interface RepositoryPlan {
    readonly repository: Repository;
    readonly sha: string | undefined;
    readonly workingDirectory: string;
    readonly setupCommands: readonly string[];
    readonly tokenVariable?: string | undefined;
}
type RepositoryStep = {
    readonly run: string;
} | {
    readonly workingDirectory: string;
};
interface SessionRepository {
    readonly repoFullName?: string | undefined;
    readonly getRepositoryAccess?: (() => Promise<RepositoryAccess | undefined>) | undefined;
    readonly setupCommand?: string | readonly string[] | undefined;
}
declare function cloneCommands(options: CloneOptions): readonly ShellCommand[];
declare function contentName(prefix: string, content: unknown, digits?: number): string;
declare const defaultNodeVersion = "24.20.0";
declare function gitEnvironment(repository: Repository, authorization: RepositoryAuthorization | undefined, environment: EnvironmentSource): Record<string, string | undefined>;
declare function installNodeCommand({ version, source, root }: InstallNodeOptions): ShellCommand;
declare function readAuthorization({ authorization, }: Pick<RepositoryAccess, 'authorization'>): RepositoryAuthorization | undefined;
declare function readRepoTemplateOptions(options: RepoTemplateChoices, { defaultDirectory }: {
    readonly defaultDirectory: string;
}): RepoTemplateSettings;
declare function readRepository(cloneUrl: unknown): Repository;
declare function readSessionRepository(context: SessionRepository & object): (() => Promise<RepositoryAccess | undefined>) | undefined;
declare function readWorkingDirectory(directory: unknown): string;
declare function redactRepositoryText(text: string, secrets?: readonly (string | undefined)[]): string;
declare function repositoryDirectory({ repository, workingDirectory, }: Pick<RepositoryPlan, 'repository' | 'workingDirectory'>): string;
declare function repositorySteps(plan: RepositoryPlan): readonly RepositoryStep[];
declare function setupSteps(plan: RepositoryPlan): readonly RepositoryStep[];
declare function templateBuildError(facts: BuildErrorFacts): SandboxError;
declare function templateBuildTimeoutError(facts: BuildTimeoutFacts): SandboxTimeoutError;
declare function templateSearchLimitMs(remainingMs: number): number;

export {
  BackgroundBuildWatch,
  Build,
  BuildErrorFacts,
  BuildFailure,
  BuildLogEntry,
  BuildQueue,
  BuildQueueOptions,
  BuildTimeoutFacts,
  BuildWatch,
  CloneOptions,
  HeadQuestion,
  InstallNodeOptions,
  KnownBuildFailure,
  NodeSource,
  RepoTemplateChoices,
  RepoTemplateSettings,
  Repository,
  RepositoryAccess,
  RepositoryAuthorization,
  RepositoryHead,
  RepositoryHeads,
  RepositoryPlan,
  RepositoryStep,
  SessionRepository,
  cloneCommands,
  contentName,
  defaultNodeVersion,
  gitEnvironment,
  installNodeCommand,
  readAuthorization,
  readRepoTemplateOptions,
  readRepository,
  readSessionRepository,
  readWorkingDirectory,
  redactRepositoryText,
  repositoryDirectory,
  repositorySteps,
  setupSteps,
  templateBuildError,
  templateBuildTimeoutError,
  templateSearchLimitMs,
}

// Reachable but not exported:
//   EnvironmentSource
//   NodeArchitecture
