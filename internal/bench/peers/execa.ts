import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Subject } from '../src/subjects/subject.ts'

interface Options {
  shell: string
  cwd: string
  stdin: 'ignore'
  buffer?: boolean
  maxBuffer?: number
}

interface Subprocess extends Promise<{ exitCode: number; stdout: string }> {
  readonly stdout: Readable
}

// Not a literal, since type checks must pass where the package is not installed.
const name: string = 'execa'

/** A popular wrapper of `node:child_process`. */
export async function createSubject(directory: string): Promise<Subject> {
  const { execa } = (await import(name)) as { execa: (command: string, options: Options) => Subprocess }
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const options = { shell: '/bin/sh', cwd: directory, stdin: 'ignore', maxBuffer: Infinity } as const
  return {
    name,
    version,
    module: import.meta.url,
    entries: { main: name },
    importedFrom: import.meta.dirname,
    execute: async (command) => execa(command, options),
    async stream(command, onStdout) {
      const subprocess = execa(command, { ...options, buffer: false })
      if (onStdout) subprocess.stdout.setEncoding('utf8').on('data', onStdout)
      else subprocess.stdout.resume()
      await subprocess
    },
    close: async () => undefined,
  }
}
