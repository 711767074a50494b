// @caisson/kit/http: the public interface. Written by `npm run api -- --update`.
import type { ErrorFacts } from '@caisson/core/driver'

interface HintedFacts extends ErrorFacts {
    readonly hint?: string | undefined;
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
declare function isHarmless(error: object): boolean;
declare function isUnsent(code: unknown): boolean;
declare function limitError({ provider, retryAfterMs, cause }: RefusedCreation): Error;
declare function limitedCall<T>(call: Promise<T>, provider: string, limitMs?: number): Promise<T>;
declare function lookForLost<T>({ look, signal, onFailure }: LostLook<T>): Promise<T | undefined>;
declare function networkCode(error: unknown): string | undefined;
declare function networkFacts(error: Error): ErrorFacts | undefined;
declare function observeRequests<T>(call: () => Promise<T>): Promise<T>;
declare function reading<T>(call: Promise<T>): Promise<T>;
declare function releaseOnAbort<T>(call: Promise<T>, signal: AbortSignal | undefined, onLate?: (value: T) => void): Promise<T>;
declare const requestTimeoutMs = 60000;
declare function retryAfterMs(header: unknown): number | undefined;
declare function seenRequests(error: object): SeenRequests | undefined;
declare const statusFacts: Readonly<Record<number, ErrorFacts>>;
declare function withHint({ hint, ...facts }: HintedFacts, { message }: Error): ErrorFacts;

export {
  HintedFacts,
  LostLook,
  ModuleLoader,
  PerMachine,
  RefusedCreation,
  SeenRequests,
  StartClock,
  foreignMachineError,
  guardCalls,
  isHarmless,
  isUnsent,
  limitError,
  limitedCall,
  lookForLost,
  networkCode,
  networkFacts,
  observeRequests,
  reading,
  releaseOnAbort,
  requestTimeoutMs,
  retryAfterMs,
  seenRequests,
  statusFacts,
  withHint,
}
