// @caisson/kit/options: the public interface. Written by `npm run api -- --update`.
import type { BaseFilesystemOptions } from '@caisson/core/driver'
import type { FilesystemIcon } from '@caisson/core/workspace'
import type { InstructionsOption } from '@caisson/core/workspace'
import type { SandboxCloneOptions } from '@caisson/core/workspace'
import type { SandboxOptions } from '@caisson/core/driver'
import type { SandboxProvider } from '@caisson/core/editor'
import type { SandboxStartHook } from '@caisson/core/workspace'
import type { WorkspaceSandbox } from '@caisson/core/workspace'
import type { z } from 'zod'

type Alternative<Name extends string> = Name | readonly [
    Name,
    ...Name[]
];
interface ClonableOptions extends SandboxOptions {
    sandboxId?: string | undefined;
}
type CommonOption<Name extends keyof SandboxOptions> = z.ZodOptional<z.ZodType<Exclude<SandboxOptions[Name], undefined>>>;
interface ConnectionSource<Connection> {
    readonly connection: Connection;
    readonly missing: string | undefined;
}
type EnvironmentSource = Readonly<Record<string, string | undefined>>;
interface FactorySettings {
    cpuCount?: number | undefined;
    memoryMb?: number | undefined;
    idleTimeoutMinutes?: number | undefined;
}
interface FactorySettingsFacts {
    readonly owner: string;
    readonly mostProcessors: number;
}
declare class FactorySettingsForm {
    #private;
    constructor({ owner, mostProcessors }: FactorySettingsFacts);
    describe(hostDefaults?: FactorySettings): Readonly<Record<string, unknown>>;
    read(settings?: FactorySettings, hostDefaults?: FactorySettings): ReadFactorySettings;
}
type KnownFacts = Omit<TextFacts, 'expected' | 'secret'>;
interface LateOptions<Options> {
    readonly options: Options;
    current(): ResolveResult<Options>;
}
interface OptionFacts {
    readonly description: string;
    readonly type: string;
    readonly expected: string;
    readonly default?: unknown;
    readonly defaultText?: string;
    readonly isRequired?: boolean;
    readonly environment?: readonly string[];
    readonly secret?: boolean;
    readonly secretMembers?: readonly string[];
    readonly stored?: 'both' | 'form' | 'none';
    readonly isVital?: boolean;
    readonly jsonSchema?: Readonly<Record<string, unknown>>;
}
interface ReadFactorySettings {
    readonly cpuCount: number;
    readonly memoryMb: number;
    readonly idleTimeoutMinutes: number | undefined;
}
interface ResolveRequest<Options> {
    readonly owner: string;
    readonly environment?: EnvironmentSource | undefined;
    readonly oneOf?: readonly Alternative<Extract<keyof Options, string>>[] | undefined;
}
interface ResolveResult<Options> {
    readonly options: Options;
    readonly missing: string | undefined;
}
type SandboxOptionShape = {
    readonly [Name in keyof Required<SandboxOptions>]: CommonOption<Name>;
};
interface SandboxProviderFacts<Options> {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly owner: string;
    readonly schema: z.ZodType<Options>;
    readonly create: (options: Options) => WorkspaceSandbox;
}
type StorageOptionShape = {
    readonly [Name in keyof Required<StorageOptions>]: z.ZodOptional<z.ZodType<Exclude<StorageOptions[Name], undefined>>>;
};
interface StorageOptions extends BaseFilesystemOptions {
    id?: string | undefined;
    prefix?: string | undefined;
    readOnly?: boolean | undefined;
    displayName?: string | undefined;
    icon?: FilesystemIcon | undefined;
    description?: string | undefined;
    instructions?: InstructionsOption | undefined;
}
type TextFacts = Omit<OptionFacts, 'type' | 'jsonSchema'>;
type TextOption = z.ZodOptional<z.ZodString>;
declare function bothStartHooks(first: SandboxStartHook | undefined, second: SandboxStartHook | undefined): SandboxStartHook | undefined;
declare function cloneSandboxOptions<Options extends ClonableOptions>(parent: Options, overrides?: SandboxCloneOptions): Options;
declare function createSandboxProvider<Options extends object>(facts: SandboxProviderFacts<Options>): SandboxProvider;
declare function credentialOption(kind: 'key' | 'token', facts: KnownFacts): TextOption;
declare const defaultFactorySettings: Required<FactorySettings> & ReadFactorySettings;
declare function describeOptions<Options extends object>(schema: z.ZodType<Options>, given: Options): Record<string, unknown>;
declare function idleMinutesOf(overrides: SandboxCloneOptions): number | undefined;
declare function option<Schema extends z.ZodType>(schema: Schema, facts: OptionFacts): z.ZodOptional<Schema>;
declare function optionsTable(schema: z.ZodType): string;
declare const ownerKey = "mastra-sandbox-id";
declare function processEnvironment(): EnvironmentSource;
declare function readStoredOptions<Options extends object>(schema: z.ZodType<Options>, config: Readonly<Record<string, unknown>>, owner: string): Options;
declare function refuseSessionOptions(owner: string, given: object, names: readonly string[]): void;
declare function requireConnection<Connection>(source: ConnectionSource<Connection>, provider: string): Connection;
declare function resolveOptions<Options extends object>(schema: z.ZodType<Options>, given: Options, request: ResolveRequest<Options>): ResolveResult<Options>;
declare function resolveOptionsLate<Options extends object>(schema: z.ZodType<Options>, given: Options, request: ResolveRequest<Options>): LateOptions<Options>;
declare const sandboxOptionShape: SandboxOptionShape;
declare function scalarRecordToText(values?: Readonly<Record<string, unknown>>): Record<string, string>;
declare function scalarRecordType(reserved: readonly string[]): z.ZodType<Record<string, unknown>>;
declare const storageOptionShape: StorageOptionShape;
declare function textOption(check: (value: string) => boolean, facts: TextFacts): TextOption;
declare function toJsonSchema(schema: z.ZodType): Record<string, unknown>;
declare function trimCredential(credential: string | undefined): string | undefined;
declare function urlOption(facts: KnownFacts): TextOption;
declare function withoutSlash(url: string): string;

export {
  Alternative,
  ClonableOptions,
  ConnectionSource,
  EnvironmentSource,
  FactorySettings,
  FactorySettingsFacts,
  FactorySettingsForm,
  LateOptions,
  OptionFacts,
  ReadFactorySettings,
  ResolveRequest,
  ResolveResult,
  SandboxOptionShape,
  SandboxProviderFacts,
  StorageOptionShape,
  StorageOptions,
  TextFacts,
  TextOption,
  bothStartHooks,
  cloneSandboxOptions,
  createSandboxProvider,
  credentialOption,
  defaultFactorySettings,
  describeOptions,
  idleMinutesOf,
  option,
  optionsTable,
  ownerKey,
  processEnvironment,
  readStoredOptions,
  refuseSessionOptions,
  requireConnection,
  resolveOptions,
  resolveOptionsLate,
  sandboxOptionShape,
  scalarRecordToText,
  scalarRecordType,
  storageOptionShape,
  textOption,
  toJsonSchema,
  trimCredential,
  urlOption,
  withoutSlash,
}

// Reachable but not exported:
//   CommonOption
//   KnownFacts
