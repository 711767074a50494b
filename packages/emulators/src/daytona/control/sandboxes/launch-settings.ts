import type { ImageRuntime, SecretValues } from '../images.js'
import type { LaunchSettings } from '../machines/machine-launcher.js'
import type { Sandbox } from './sandbox.js'

/** What `GET /version` of the toolbox tells. */
const toolboxVersion = 'v0.218.0'

/** What the daemon of a sandbox is started with. */
export function launchSettings(
  sandbox: Sandbox,
  runtime: ImageRuntime,
  secrets: SecretValues,
  organizationId: string,
): LaunchSettings {
  const { id, settings } = sandbox
  const known = {
    DAYTONA_SANDBOX_ID: id,
    DAYTONA_SANDBOX_USER: settings.user,
    DAYTONA_ORGANIZATION_ID: organizationId,
    DAYTONA_REGION_ID: settings.target,
    ...(settings.snapshot === undefined ? {} : { DAYTONA_SANDBOX_SNAPSHOT: settings.snapshot }),
  }
  return {
    sandboxId: id,
    version: toolboxVersion,
    userName: settings.user,
    workDir: runtime.workDir,
    entrypoint: runtime.entrypoint,
    env: { ...runtime.env, ...known, ...settings.env, ...secrets.variables(sandbox.secrets) },
  }
}
