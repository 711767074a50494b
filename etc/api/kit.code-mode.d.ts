// @caisson/kit/code-mode: the public interface. Written by `npm run api -- --update`.
import type { CodeModeRunOptions } from '@caisson/core'
import type { CodeModeToolResult } from '@caisson/core'
import type { CodeModeTransport } from '@caisson/core'
import type { Environment } from '@caisson/core'

declare class RemoteCodeModeTransport implements CodeModeTransport {
    #private;
    readonly requiresSandbox: boolean;
    readonly environment: string;
    constructor(options?: RemoteCodeModeTransportOptions);
    run(options: CodeModeRunOptions): Promise<CodeModeToolResult>;
}
interface RemoteCodeModeTransportOptions {
    nodePath?: string | undefined;
    cwd?: string | undefined;
    env?: Environment | undefined;
}

export {
  RemoteCodeModeTransport,
  RemoteCodeModeTransportOptions,
}
