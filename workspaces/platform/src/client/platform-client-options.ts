import type { PlatformBackend } from '../exec/exec-lease.js'
import type { PlatformUrlPrefix } from './project-path.js'

/** Who asks the platform, and where it is. */
export interface PlatformClientOptions {
  /** Secret. Environment: `MASTRA_PLATFORM_ACCESS_TOKEN`, then `MASTRA_PLATFORM_SECRET_KEY`. Needed by the first call. */
  accessToken?: string | undefined
  /** Project at the platform. Environment: `MASTRA_PROJECT_ID`. Needed by the first call. */
  projectId?: string | undefined
  /** URL of the platform. Environment: `MASTRA_WORKSPACE_PROXY_URL`. Default `https://workspaces.mastra.ai`. */
  baseUrl?: string | undefined
  /** How addresses begin; older installations have others. Default `backend`. */
  urlPrefix?: PlatformUrlPrefix | undefined
  /** Who keeps the machines. Environment: `SANDBOX_PROVIDER`. Default `railway`. */
  sandboxProvider?: PlatformBackend | undefined
  /** User on whose behalf requests are made. */
  actingUserId?: string | undefined
  /** Told with each request, for the platform's records. */
  sessionId?: string | undefined
  /** Told with each request, for the platform's records. */
  threadId?: string | undefined
  /** Used for all requests. Default: the runtime's own. */
  fetch?: typeof fetch | undefined
}
