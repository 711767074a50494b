// @caisson/kit/options: the public interface. Written by `npm run api -- --update`.
import type { BaseFilesystemOptions } from '@caisson/core/driver'
import type { FilesystemIcon } from '@caisson/core/workspace'
import type { InstructionsOption } from '@caisson/core/workspace'
import type { SandboxOptions } from '@caisson/core/driver'
import type { z } from 'zod'

type CommonOption<Name extends keyof SandboxOptions> = z.ZodOptional<z.ZodType<Exclude<SandboxOptions[Name], undefined>>>;
type EnvironmentSource = Readonly<Record<string, string | undefined>>;
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
interface ResolveRequest<Options> {
    readonly owner: string;
    readonly environment?: EnvironmentSource | undefined;
    readonly oneOf?: readonly Extract<keyof Options, string>[] | undefined;
}
interface ResolveResult<Options> {
    readonly options: Options;
    readonly missing: string | undefined;
}
type SandboxOptionShape = {
    readonly [Name in keyof Required<SandboxOptions>]: CommonOption<Name>;
};
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
declare function describeOptions<Options extends object>(schema: z.ZodType<Options>, given: Options): Record<string, unknown>;
declare function option<Schema extends z.ZodType>(schema: Schema, facts: OptionFacts): z.ZodOptional<Schema>;
declare function optionsTable(schema: z.ZodType): string;
declare function readStoredOptions<Options extends object>(schema: z.ZodType<Options>, config: Readonly<Record<string, unknown>>, owner: string): Options;
declare function resolveOptions<Options extends object>(schema: z.ZodType<Options>, given: Options, request: ResolveRequest<Options>): ResolveResult<Options>;
declare const sandboxOptionShape: SandboxOptionShape;
declare const storageOptionShape: StorageOptionShape;
declare function toJsonSchema(schema: z.ZodType): Record<string, unknown>;

export {
  EnvironmentSource,
  OptionFacts,
  ResolveRequest,
  ResolveResult,
  SandboxOptionShape,
  StorageOptionShape,
  StorageOptions,
  describeOptions,
  option,
  optionsTable,
  readStoredOptions,
  resolveOptions,
  sandboxOptionShape,
  storageOptionShape,
  toJsonSchema,
}

// Reachable but not exported:
//   CommonOption
