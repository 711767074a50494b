import { forkEmulator } from '../run/fork-emulator.ts'

/** Of a request by hand. */
interface RequestOptions extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>
}

/** An emulator of the platform in another process, and how to talk to it by hand. */
export interface PlatformByHand {
  /** Options of our own clients. */
  readonly connection: { accessToken: string; projectId: string; baseUrl: string }
  readonly environmentId: string
  readonly bucketName: string
  /** A request of the project, which must succeed. */
  ask(method: string, path: string, init?: RequestOptions): Promise<Response>
  close(): Promise<void>
}

type Variable =
  | 'MASTRA_ENVIRONMENT_ID'
  | 'MASTRA_PLATFORM_ACCESS_TOKEN'
  | 'MASTRA_PLATFORM_BUCKET_NAME'
  | 'MASTRA_PROJECT_ID'

export async function openPlatformByHand(): Promise<PlatformByHand> {
  const { message, close } = await forkEmulator<{ url: string; env: Record<Variable, string> }>(
    'platform-emulator-worker.ts',
  )
  const { url, env } = message
  const connection = {
    accessToken: env.MASTRA_PLATFORM_ACCESS_TOKEN,
    projectId: env.MASTRA_PROJECT_ID,
    baseUrl: url,
  }
  const authorization = `Bearer ${connection.accessToken}`
  return {
    connection,
    environmentId: env.MASTRA_ENVIRONMENT_ID,
    bucketName: env.MASTRA_PLATFORM_BUCKET_NAME,
    ask: async (method, path, init = {}) => {
      const address = `${url}/v1/railway/projects/${connection.projectId}${path}`
      const answer = await fetch(address, { ...init, method, headers: { ...init.headers, authorization } })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer
    },
    close,
  }
}
