import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, vi } from 'vitest'
import { type E2BEmulator, type E2BEmulatorOptions, startE2BEmulator } from '@caisson/emulators'
import type { RepositoryAccess } from '@caisson/kit/templates'
import { type GitHost, startGitHost } from '@caisson/testing/git-host'
import { E2BSandbox, type E2BSandboxOptions, type RepoTemplateOptions } from '../../../src/index.js'

/** An emulator and a host of one repository, each of which trusts the other's certificate. */
export interface RepositoryBench {
  readonly emulator: E2BEmulator
  readonly host: GitHost
  readonly cloneUrl: string
  /** Leads to the emulator and nowhere else. */
  readonly connection: { readonly apiKey: string; readonly apiUrl: string }
  access(): Promise<RepositoryAccess>
  /** Options of a template that stands on `base`, which takes no time to build. */
  options(more?: Partial<RepoTemplateOptions>): RepoTemplateOptions
  /** Makes a sandbox; starts nothing. */
  make(options?: E2BSandboxOptions): E2BSandbox
  /** Routes of requests since `after` that somebody waited for; the look for a twin after a creation is none. */
  calls(after: number): readonly string[]
  /** Requests since `after` that nobody waited for, but polls. */
  background(after: number): readonly string[]
}

export interface BenchOptions {
  /** Lets in only who brings it. */
  readonly token?: string
  readonly emulator?: E2BEmulatorOptions
}

export function useRepositoryBench({ token, emulator: emulatorOptions }: BenchOptions = {}): RepositoryBench {
  let parts: { readonly emulator: E2BEmulator; readonly host: GitHost } | undefined
  beforeAll(async () => {
    const host = await startGitHost(token)
    vi.stubEnv('GIT_SSL_CAINFO', host.certificateFile)
    const trustedCertificates = [await readFile(host.certificateFile, 'utf8')]
    parts = { host, emulator: await startE2BEmulator({ trustedCertificates, ...emulatorOptions }) }
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await parts?.emulator.close()
    await parts?.host.close()
  })
  return new Bench(token, () => {
    if (parts === undefined) throw new TypeError('the bench is not there yet')
    return parts
  })
}

class Bench implements RepositoryBench {
  readonly #token: string | undefined
  readonly #parts: () => { readonly emulator: E2BEmulator; readonly host: GitHost }

  constructor(token: string | undefined, parts: () => { readonly emulator: E2BEmulator; readonly host: GitHost }) {
    this.#token = token
    this.#parts = parts
  }

  get emulator(): E2BEmulator {
    return this.#parts().emulator
  }

  get host(): GitHost {
    return this.#parts().host
  }

  get cloneUrl(): string {
    return `${this.host.origin}/team/project`
  }

  get connection(): { readonly apiKey: string; readonly apiUrl: string } {
    return { apiKey: 'e2b_test', apiUrl: this.emulator.url }
  }

  async access(): Promise<RepositoryAccess> {
    const token = this.#token
    return { cloneUrl: this.cloneUrl, authorization: token === undefined ? undefined : { scheme: 'bearer', token } }
  }

  options(more: Partial<RepoTemplateOptions> = {}): RepoTemplateOptions {
    return { getRepositoryAccess: async () => this.access(), baseTemplate: 'base', ...more }
  }

  make(options: E2BSandboxOptions = {}): E2BSandbox {
    return new E2BSandbox({ ...this.connection, sandboxUrl: this.emulator.url, ...options })
  }

  calls(after: number): readonly string[] {
    const sent = this.emulator.journal.entries({ after, kind: 'call' }).map(({ route }) => route)
    return sent.filter((route, index) => route !== 'GET /v2/sandboxes' || index === 0)
  }

  background(after: number): readonly string[] {
    return this.emulator.journal.entries({ after, kind: 'background' }).map(({ route }) => route)
  }
}
