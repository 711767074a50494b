// @caisson/conformance: the public interface. Written by `npm run api -- --update`.
import type { BaseSandbox } from '@caisson/core'
import type { CodeModeConfig } from '@caisson/core'
import type { CodeModeResult } from '@caisson/core'
import type { CodeModeTool } from '@caisson/core'
import type { CodeModeToolResult } from '@caisson/core'
import type { CodeModeTransport } from '@caisson/core'
import type { Logger } from '@caisson/core'
import type { SandboxCloneOptions } from '@caisson/core'
import type { SandboxDriver } from '@caisson/core/driver'
import type { SandboxOptions } from '@caisson/core'
import type { SandboxSupports } from '@caisson/core/driver'
import type { WorkspaceFilesystem } from '@caisson/core'
import type { WorkspaceSandbox } from '@caisson/core'

declare class CaseBench {
    #private;
    readonly target: SandboxTarget;
    readonly logger: RecordingLogger;
    constructor(target: SandboxTarget);
    create(options?: TestedSandboxOptions): Promise<TestedSandbox>;
    running(options?: TestedSandboxOptions): Promise<TestedSandbox>;
    tapped(options?: TestedSandboxOptions): Promise<{
        sandbox: TestedSandbox;
        tap: DriverTap;
    }>;
    tap(sandbox: TestedSandbox): DriverTap;
    sameMachine(sandbox: TestedSandbox): Promise<TestedSandboxOptions>;
    newId(): string;
    canary(): string;
    makeFilesystem(): Promise<TestedFilesystem>;
    makeBucket(): Promise<TestedBucket>;
    shell(sandbox: TestedSandbox, command: string): Promise<string>;
    close(): Promise<void>;
}
type CaseNeed = FlagName | `!${FlagName}` | 'driver' | 'localMounts' | 'mounts' | '!mounts' | 'buckets' | 'foreignMounts' | 'clone';
type CaseOutcome = 'passed' | 'failed' | 'skipped' | 'known-failing';
interface CaseReport {
    readonly id: string;
    readonly title: string;
    readonly outcome: CaseOutcome;
    readonly reason?: string | undefined;
}
declare class CodeModeBench {
    #private;
    readonly slowCallMs: number;
    constructor(target: CodeModeTarget);
    sandbox(): Promise<WorkspaceSandbox>;
    transport(): CodeModeTransport;
    createCodeMode(tools: Record<string, Execute>, config?: Partial<CodeModeConfig>): Promise<CodeModeResult>;
    run(code: string, tools?: Record<string, Execute>, config?: Partial<CodeModeConfig>, context?: Context): Promise<CodeModeToolResult>;
    value(code: string, tools?: Record<string, Execute>, config?: Partial<CodeModeConfig>): Promise<unknown>;
    close(): Promise<void>;
}
interface CodeModeCase {
    readonly id: string;
    readonly title: string;
    check(bench: CodeModeBench): Promise<void>;
}
interface CodeModeSuite {
    readonly name: string;
    readonly cases: readonly CodeModeCase[];
}
interface CodeModeTarget {
    readonly name: string;
    createSandbox(): WorkspaceSandbox | Promise<WorkspaceSandbox>;
    createTransport?(): CodeModeTransport;
    cleanup?(sandbox: WorkspaceSandbox): void | Promise<void>;
    readonly knownFailing?: Readonly<Record<string, string>> | undefined;
    readonly unavailable?: string | undefined;
    readonly slowCallMs?: number | undefined;
    readonly caseLimitMs?: number | undefined;
}
declare class ConformanceError extends Error {
    readonly name = "ConformanceError";
}
interface ConformanceReport {
    readonly target: string;
    readonly provider: string;
    readonly supports: SandboxSupports;
    readonly cases: readonly CaseReport[];
}
type Context = Parameters<CodeModeTool['execute']>[1];
declare class DriverTap {
    #private;
    readonly driver: SandboxDriver<unknown>;
    readonly calls: TappedMethod[];
    constructor(driver: SandboxDriver<unknown>);
    count(name: TappedMethod): number;
    get handle(): unknown;
    wrap(name: TappedMethod, wrapper: (original: Method, args: readonly unknown[]) => unknown): void;
    unwrap(name: TappedMethod): void;
    reset(): void;
    fail(name: TappedMethod, error: unknown, times?: number): void;
    hold(name: TappedMethod): Gate;
    classify(error: unknown, facts: ReturnType<SandboxDriver<unknown>['classifyError']>): void;
}
type Execute = (args: never, context: {
    abortSignal: AbortSignal;
}) => unknown;
interface FilesystemBench extends FilesystemUnderTest {
    readonly capabilities: FilesystemCapabilities;
    readonly pageEntries: number;
}
interface FilesystemCapabilities {
    readonly modes: boolean;
    readonly symlinks: boolean;
    readonly atomicWrites: boolean;
    readonly exclusiveCreate: boolean;
    readonly preciseTimes: boolean;
    readonly strictTree: boolean;
    readonly rootedPaths: boolean;
    readonly streams: boolean;
    readonly anyNames: boolean;
}
interface FilesystemCase {
    readonly id: string;
    readonly title: string;
    readonly needs?: readonly (keyof FilesystemCapabilities)[];
    readonly isReadOnly?: boolean;
    check(filesystem: WorkspaceFilesystem, bench: FilesystemBench): Promise<void>;
}
interface FilesystemConformanceOptions {
    readonly only?: readonly string[];
}
interface FilesystemCreateOptions {
    readonly readOnly?: boolean;
}
interface FilesystemSuite {
    readonly name: string;
    readonly cases: readonly FilesystemCase[];
}
interface FilesystemTarget {
    readonly name: string;
    readonly capabilities: FilesystemCapabilities;
    create(options: FilesystemCreateOptions): Promise<FilesystemUnderTest>;
    readonly knownFailing?: Readonly<Record<string, string>>;
    readonly pageEntries?: number;
    readonly caseLimitMs?: number;
}
interface FilesystemUnderTest {
    readonly filesystem: WorkspaceFilesystem;
    cleanup(): Promise<void>;
    makeLink?(text: string, path: string): Promise<void>;
    readonly outside?: string;
}
type FlagName = {
    [Key in keyof SandboxSupports]: SandboxSupports[Key] extends boolean ? Key : never;
}[keyof SandboxSupports];
interface Gate {
    readonly reached: Promise<void>;
    open(): void;
}
interface LogRecord {
    readonly level: keyof Logger;
    readonly message: string;
    readonly details: readonly unknown[];
}
type Method = (...args: readonly unknown[]) => unknown;
type OutcomeCounts = Readonly<Record<CaseOutcome, number>>;
declare class RecordingLogger implements Logger {
    readonly records: LogRecord[];
    debug(message: string, ...details: unknown[]): void;
    info(message: string, ...details: unknown[]): void;
    warn(message: string, ...details: unknown[]): void;
    error(message: string, ...details: unknown[]): void;
    text(): string;
}
interface SandboxCase {
    readonly id: string;
    readonly title: string;
    readonly needs?: readonly CaseNeed[] | undefined;
    readonly isHeavy?: boolean | undefined;
    check(bench: CaseBench): Promise<void>;
}
interface SandboxConformanceOptions {
    only?: readonly string[] | undefined;
    except?: readonly string[] | undefined;
    onReport?: ((report: ConformanceReport) => void | Promise<void>) | undefined;
}
interface SandboxSuite {
    readonly name: string;
    readonly cases: readonly SandboxCase[];
}
interface SandboxTarget {
    readonly name: string;
    create(options: TestedSandboxOptions): TestedSandbox | Promise<TestedSandbox>;
    cleanup?(sandbox: TestedSandbox): void | Promise<void>;
    driverOf?(sandbox: TestedSandbox): SandboxDriver<unknown> | undefined;
    readonly knownFailing?: Readonly<Record<string, string>> | undefined;
    makeFilesystem?(): TestedFilesystem | Promise<TestedFilesystem>;
    makeBucket?(): TestedBucket | Promise<TestedBucket>;
    readonly noBuckets?: string | undefined;
    mountForeign?(sandbox: TestedSandbox, mountPath: string): Promise<void>;
    shellPath?(sandbox: TestedSandbox, mountPath: string): string | Promise<string>;
    readonly caseLimitMs?: number | undefined;
}
type TappedMethod = 'find' | 'connect' | 'create' | 'inspect' | 'stop' | 'destroy' | 'spawn' | 'run' | 'classifyError';
interface TestedBucket {
    open(options?: TestedBucketOptions): WorkspaceFilesystem;
    readonly secrets: readonly string[];
    cleanup?(): void | Promise<void>;
}
interface TestedBucketOptions {
    readonly prefix?: string | undefined;
    readonly readOnly?: boolean | undefined;
    readonly wrongSecret?: boolean | undefined;
}
interface TestedFilesystem {
    readonly filesystem: WorkspaceFilesystem;
    cleanup?(): void | Promise<void>;
}
type TestedSandbox = Pick<BaseSandbox<unknown>, keyof BaseSandbox<unknown>> & {
    clone?(options?: SandboxCloneOptions): WorkspaceSandbox;
};
interface TestedSandboxOptions extends SandboxOptions {
    checkpointName?: string | undefined;
    seedCheckpointName?: string | undefined;
    sandboxId?: string | undefined;
}
declare const codeModeSuites: readonly CodeModeSuite[];
declare function countOutcomes(cases: readonly CaseReport[]): OutcomeCounts;
declare const filesystemSuites: readonly FilesystemSuite[];
declare function missingNeed(target: SandboxTarget, sandbox: TestedSandbox, needs: readonly CaseNeed[]): string | undefined;
declare function readReports(directory: string): Promise<ConformanceReport[]>;
declare function renderSupportMatrix(reports: readonly ConformanceReport[]): string;
declare const reservedName = "reserved-for-a-mount";
declare function runCase(target: SandboxTarget, entry: SandboxCase): Promise<void>;
declare function runCodeModeConformance(target: CodeModeTarget): void;
declare function runFilesystemConformance(target: FilesystemTarget, options?: FilesystemConformanceOptions): void;
declare function runKnownFailing(target: SandboxTarget, entry: SandboxCase, reason: string): Promise<void>;
declare function runSandboxConformance(target: SandboxTarget, options?: SandboxConformanceOptions): void;
declare const sandboxSuites: readonly SandboxSuite[];
declare function selectSandboxCases(only: readonly string[] | undefined, except?: readonly string[]): readonly SandboxSuite[];
declare function summarizeReport(report: ConformanceReport): string;
declare function writeReport(directory: string, report: ConformanceReport): Promise<string>;

export {
  CaseBench,
  CaseNeed,
  CaseOutcome,
  CaseReport,
  CodeModeBench,
  CodeModeCase,
  CodeModeSuite,
  CodeModeTarget,
  ConformanceError,
  ConformanceReport,
  DriverTap,
  FilesystemBench,
  FilesystemCapabilities,
  FilesystemCase,
  FilesystemConformanceOptions,
  FilesystemCreateOptions,
  FilesystemSuite,
  FilesystemTarget,
  FilesystemUnderTest,
  Gate,
  LogRecord,
  OutcomeCounts,
  RecordingLogger,
  SandboxCase,
  SandboxConformanceOptions,
  SandboxSuite,
  SandboxTarget,
  TappedMethod,
  TestedBucket,
  TestedBucketOptions,
  TestedFilesystem,
  TestedSandbox,
  TestedSandboxOptions,
  codeModeSuites,
  countOutcomes,
  filesystemSuites,
  missingNeed,
  readReports,
  renderSupportMatrix,
  reservedName,
  runCase,
  runCodeModeConformance,
  runFilesystemConformance,
  runKnownFailing,
  runSandboxConformance,
  sandboxSuites,
  selectSandboxCases,
  summarizeReport,
  writeReport,
}

// Reachable but not exported:
//   Context
//   Execute
//   FlagName
//   Method
