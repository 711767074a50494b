// @caisson/kit/templates: the public interface. Written by `npm run api -- --update`.
import type { ShellCommand } from '@caisson/core/driver'

interface CloneOptions {
    readonly repository: Repository;
    readonly directory: string;
    readonly sha: string | undefined;
    readonly tokenVariable?: string | undefined;
}
interface HeadQuestion {
    readonly repository: Repository;
    readonly authorization?: RepositoryAuthorization | undefined;
    readonly fetch?: typeof fetch | undefined;
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
}
declare class RepositoryHeads {
    #private;
    find(question: HeadQuestion): Promise<RepositoryHead>;
}
declare function cloneCommands(options: CloneOptions): readonly ShellCommand[];
declare function readRepository(cloneUrl: unknown): Repository;
declare function readWorkingDirectory(directory: unknown): string;
declare function redactRepositoryText(text: string, secrets?: readonly (string | undefined)[]): string;

export {
  CloneOptions,
  HeadQuestion,
  Repository,
  RepositoryAccess,
  RepositoryAuthorization,
  RepositoryHead,
  RepositoryHeads,
  cloneCommands,
  readRepository,
  readWorkingDirectory,
  redactRepositoryText,
}
