import { afterAll, beforeAll, vi } from 'vitest'
import type { RepositoryAccess } from '@caisson/kit/templates'
import { type GitHost, startGitHost } from '@caisson/testing/git-host'

/** A host of one repository for the tests of a file, whose certificate the programs of this computer trust. */
export interface UsedGitHost {
  readonly host: GitHost
  /** The one repository. */
  readonly cloneUrl: string
  access(): Promise<RepositoryAccess>
}

export function useGitHost(token?: string): UsedGitHost {
  let started: GitHost | undefined
  beforeAll(async () => {
    started = await startGitHost(token)
    vi.stubEnv('GIT_SSL_CAINFO', started.certificateFile)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await started?.close()
  })
  const current = (): GitHost => {
    if (started === undefined) throw new TypeError('the host has not started')
    return started
  }
  const cloneUrl = (): string => `${current().origin}/team/project`
  return {
    get host() {
      return current()
    },
    get cloneUrl() {
      return cloneUrl()
    },
    access: async () => ({
      cloneUrl: cloneUrl(),
      authorization: token === undefined ? undefined : { scheme: 'bearer', token },
    }),
  }
}
