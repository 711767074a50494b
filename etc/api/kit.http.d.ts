// @caisson/kit/http: the public interface. Written by `npm run api -- --update`.
import type { ErrorFacts } from '@caisson/core/driver'

interface HintedFacts extends ErrorFacts {
    readonly hint?: string | undefined;
}
interface HttpAnswer {
    readonly status: number;
    readonly headers: Headers;
    readonly body: Uint8Array;
}
interface HttpCall {
    readonly fetch: typeof fetch;
    readonly provider: string;
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly limitMs?: number | undefined;
    readonly mostBytes?: number | undefined;
}
declare class LongAnswerError extends Error {
    readonly status: number;
    name: string;
    constructor(mostBytes: number, status: number);
}
interface LostLook<T> {
    readonly look: () => Promise<T | undefined>;
    readonly signal: AbortSignal;
    readonly onFailure?: ((error: unknown) => void) | undefined;
}
declare class ModuleLoader<Module> {
    #private;
    constructor(load: () => Promise<Module>);
    load(): Promise<Module>;
    get loaded(): Module | undefined;
}
declare class PerMachine<Machine extends object, Value> {
    #private;
    constructor(make: (machine: Machine) => Value);
    of(machine: Machine): Value;
}
interface RefusedCreation {
    readonly provider: string;
    readonly retryAfterMs?: number | undefined;
    readonly cause: Error;
}
interface SeenRequests {
    readonly areUnsent: boolean;
    readonly status: number | undefined;
}
declare class StartClock {
    #private;
    constructor(startTimeoutMs: number);
    remainingMs(signal: AbortSignal): number;
}
declare function foreignMachineError(provider: string, sandboxId: string, id: string): Error;
declare function guardCalls<Api extends object>(api: Api, guard: (name: PropertyKey, call: (target: Api) => Promise<unknown>) => Promise<unknown>): Api;
declare function httpCall(call: HttpCall): Promise<HttpAnswer>;
declare function isHarmless(error: object): boolean;
declare function isUnsent(code: unknown): boolean;
declare function limitError({ provider, retryAfterMs, cause }: RefusedCreation): Error;
declare function limitedCall<T>(call: Promise<T>, provider: string, limitMs?: number): Promise<T>;
declare function lookForLost<T>({ look, signal, onFailure }: LostLook<T>): Promise<T | undefined>;
declare function networkCode(error: unknown): string | undefined;
declare function networkFacts(error: Error): ErrorFacts | undefined;
declare function observeRequests<T>(call: () => Promise<T>): Promise<T>;
declare function openHttpCall(call: HttpCall): Promise<Response>;
declare function readBody(response: Response, mostBytes: number): Promise<Uint8Array>;
declare function reading<T>(call: Promise<T>): Promise<T>;
declare function redactSecrets(text: string, secrets: readonly (string | undefined)[]): string;
declare function releaseOnAbort<T>(call: Promise<T>, signal: AbortSignal | undefined, onLate?: (value: T) => void): Promise<T>;
declare const requestTimeoutMs = 60000;
declare function retryAfterMs(header: unknown): number | undefined;
declare function seenRequests(error: object): SeenRequests | undefined;
declare const statusFacts: Readonly<Record<number, ErrorFacts>>;
declare function withHint({ hint, ...facts }: HintedFacts, { message }: Error): ErrorFacts;

export {
  HintedFacts,
  HttpAnswer,
  HttpCall,
  LongAnswerError,
  LostLook,
  ModuleLoader,
  PerMachine,
  RefusedCreation,
  SeenRequests,
  StartClock,
  foreignMachineError,
  guardCalls,
  httpCall,
  isHarmless,
  isUnsent,
  limitError,
  limitedCall,
  lookForLost,
  networkCode,
  networkFacts,
  observeRequests,
  openHttpCall,
  readBody,
  reading,
  redactSecrets,
  releaseOnAbort,
  requestTimeoutMs,
  retryAfterMs,
  seenRequests,
  statusFacts,
  withHint,
}
