import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { installNodeCommand, type NodeSource } from '@caisson/kit/templates'
import { startNodeMirror, type NodeMirror } from './node-mirror.js'

const programs = ['curl', 'tar', 'openssl'].filter((name) => !existsSync(`/usr/bin/${name}`))

/** Why Node cannot be installed from a server of the test here; '' where it can. */
export const whyNoNode: string = programs.length === 0 ? '' : ` (skipped: no ${programs.join(', ')} here)`

export interface Outcome {
  readonly exitCode: number
  readonly stderr: string
  /** What is below the place of installed programs. */
  readonly installed: readonly string[]
}

/** Servers that have Node, and for each test a directory that stands for the disk of a machine. */
export class NodeRoot {
  #http: NodeMirror | undefined
  #https: NodeMirror | undefined
  path = ''

  constructor(readonly version: string) {}

  get http(): NodeMirror {
    return started(this.#http)
  }

  get https(): NodeMirror {
    return started(this.#https)
  }

  async open(): Promise<void> {
    this.#http = await startNodeMirror(this.version, 'http')
    this.#https = await startNodeMirror(this.version, 'https')
  }

  async renew(): Promise<void> {
    await this.remove()
    this.path = await mkdtemp(path.join(tmpdir(), 'caisson-node-root-'))
    for (const { asked, changed } of [this.http, this.https]) {
      asked.length = 0
      changed.clear()
    }
  }

  async remove(): Promise<void> {
    if (this.path !== '') await rm(this.path, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.remove()
    await this.#http?.close()
    await this.#https?.close()
  }

  async read(file: string): Promise<string> {
    return readFile(path.join(this.path, file), 'utf8')
  }

  /** A program that stands for one of the machine's. */
  async standIn(file: string, script: string): Promise<void> {
    await mkdir(path.dirname(path.join(this.path, file)), { recursive: true })
    await writeFile(path.join(this.path, file), `#!/bin/sh\n${script}\n`)
    await chmod(path.join(this.path, file), 0o755)
  }

  /** Runs the command in a shell of this computer. */
  async install(source: NodeSource, { processor = 'x86_64' }: { readonly processor?: string } = {}): Promise<Outcome> {
    await this.standIn('programs/uname', `echo ${processor}`)
    const { text } = installNodeCommand({ version: this.version, source, root: this.path })
    expect(text).not.toContain('\n')
    const temporary = path.join(this.path, 'programs')
    const env = {
      PATH: `${temporary}:/usr/bin:/bin`,
      CURL_CA_BUNDLE: this.https.certificateFile,
      TMPDIR: temporary,
    }
    const { exitCode, stderr } = await new Promise<Omit<Outcome, 'installed'>>((resolve) => {
      const child = execFile('/bin/sh', ['-c', text], { env }, (_error, _stdout, said) =>
        resolve({ exitCode: child.exitCode ?? -1, stderr: said }),
      )
    })
    // Nothing that was downloaded is left.
    expect(await readdir(temporary)).toEqual(['uname'])
    const found: readonly string[] = await readdir(path.join(this.path, 'usr/local/bin')).catch(() => [])
    return { exitCode, stderr, installed: [...found].toSorted((one, other) => one.localeCompare(other)) }
  }
}

/** For the tests of a file or a group; afterwards nothing is left of it. */
export function useNodeRoot(version: string): NodeRoot {
  const root = new NodeRoot(version)
  beforeAll(() => root.open())
  beforeEach(() => root.renew())
  afterAll(() => root.close())
  return root
}

function started(mirror: NodeMirror | undefined): NodeMirror {
  if (mirror === undefined) throw new TypeError('the server has not started')
  return mirror
}
