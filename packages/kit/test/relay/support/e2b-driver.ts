import { CommandExitError, NotFoundError, type CommandHandle, type Sandbox } from 'e2b'
import type {
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  ErrorFacts,
  ListedProcess,
  MachineState,
  OutputSink,
  ProcessExit,
  SandboxRef,
  ShellCommand,
} from '@caisson/core/driver'
import type { RawProcess, RelayableDriver } from '../../../src/relay.js'
import { rawSupports } from './raw-driver.js'

type Callbacks = { onStdout(text: string): void | Promise<void>; onStderr(text: string): void | Promise<void> }

/** Just the processes of a sandbox that exists, by the vendor's own SDK. */
export class SdkProcessDriver implements RelayableDriver<Sandbox> {
  readonly provider = 'sdk'
  readonly supports: RelayableDriver<Sandbox>['supports'] = { ...rawSupports, filesystem: false, sharesHostDisk: false }

  async find(): Promise<undefined> {
    return undefined
  }

  async connect(): Promise<Sandbox> {
    throw new TypeError('the sandbox is given')
  }

  async create(): Promise<Sandbox> {
    throw new TypeError('the sandbox is given')
  }

  describe({ sandboxId }: Sandbox): SandboxRef {
    return { sandboxId, state: 'running' }
  }

  async inspect(): Promise<MachineState> {
    return 'running'
  }

  async stop(): Promise<void> {
    throw new TypeError('the sandbox is given')
  }

  async destroy(): Promise<void> {
    throw new TypeError('the sandbox is given')
  }

  async spawn(
    { commands }: Sandbox,
    command: string,
    { cwd, env, stdin }: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RawProcess> {
    const place = cwd === undefined ? {} : { cwd }
    const options = { background: true as const, stdin: stdin === 'pipe', envs: { ...env }, timeoutMs: 0, ...place }
    return rawProcess(await commands.run(command, { ...options, ...callbacks(output) }))
  }

  async attach({ commands }: Sandbox, pid: string, output: OutputSink): Promise<RawProcess | undefined> {
    try {
      return rawProcess(await commands.connect(Number(pid), { timeoutMs: 0, ...callbacks(output) }))
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }

  async run({ commands }: Sandbox, command: ShellCommand, _options: DriverRunOptions): Promise<DriverRunResult> {
    const { exitCode, stdout, stderr } = await commands.run(command.text)
    return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }
  }

  async listProcesses({ commands }: Sandbox): Promise<readonly ListedProcess[]> {
    const listed = await commands.list()
    return listed.map(({ pid, args }) => ({ pid: String(pid), command: args.at(-1) ?? '', running: true }))
  }

  classifyError(): ErrorFacts {
    return { code: 'UNAVAILABLE' }
  }
}

function callbacks(output: OutputSink): Callbacks {
  return {
    onStdout: (text) => output.stdout(Buffer.from(text)),
    onStderr: (text) => output.stderr(Buffer.from(text)),
  }
}

function rawProcess(handle: CommandHandle): RawProcess {
  const exit = exitOf(handle)
  exit.catch(() => undefined)
  return {
    pid: String(handle.pid),
    wait: () => exit,
    kill: () => handle.kill(),
    writeStdin: (data) => handle.sendStdin(data),
    closeStdin: () => handle.closeStdin(),
    detach: () => void handle.disconnect(),
  }
}

async function exitOf(handle: CommandHandle): Promise<ProcessExit> {
  try {
    return { exitCode: (await handle.wait()).exitCode }
  } catch (error) {
    if (error instanceof CommandExitError && error.exitCode >= 0) return { exitCode: error.exitCode }
    throw error
  }
}
