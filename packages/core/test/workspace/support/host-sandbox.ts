import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { CommandResult, ExecuteCommandOptions, WorkspaceSandbox } from '../../../src/contract/index.js'
import { shellQuote } from '../../../src/driver/shell-command.js'
import type { RecordedCommand, SandboxMembers } from './plain-sandbox.js'

/** A sandbox of no class that runs its commands here and writes down what it is asked. */
export interface HostSandbox extends WorkspaceSandbox {
  readonly workingDirectory: string
  readonly commands: RecordedCommand[]
}

/** Commands run by `sh` in `directory`; files are written where they are told to, with their mode. */
export function createHostSandbox(directory: string, overrides: SandboxMembers = {}): HostSandbox {
  const commands: RecordedCommand[] = []
  return {
    id: 'host',
    name: 'HostSandbox',
    provider: 'local',
    status: 'running',
    workingDirectory: directory,
    commands,
    snapshot: async () => undefined,
    executeCommand: (command, args = [], options = {}) => {
      commands.push({ command, args, options })
      return run([command, ...args.map(shellQuote)].join(' '), { cwd: directory, ...options })
    },
    writeFiles: async (files) => {
      for (const { path, content, mode } of files) await writeFile(path, content, { mode, flag: 'wx' })
    },
    ...(overrides as Partial<WorkspaceSandbox>),
  }
}

function run(line: string, { cwd, env, timeout }: ExecuteCommandOptions): Promise<CommandResult> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', line], { cwd, env: { PATH: process.env['PATH'], ...env }, timeout })
    const output = { stdout: '', stderr: '' }
    child.stdin.end()
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const exitCode = code ?? 137
      const ended = { success: exitCode === 0, exitCode, executionTimeMs: performance.now() - startedAt }
      resolve({ ...ended, ...output, ...(signal === null ? {} : { signal, timedOut: true }) })
    })
  })
}
