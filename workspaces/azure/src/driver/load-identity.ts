import { invalidArgument } from '@caisson/core/workspace'
import type { TokenCredential } from './azure-clients.js'

/** What is used of the optional package. */
interface Identity {
  readonly DefaultAzureCredential: new () => TokenCredential
}

const missingModule: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/**
 * The credential of whoever runs this process: variables, a workload's or a machine's identity, a developer's login.
 *
 * Throws `SandboxError` INVALID_ARGUMENT when the package that knows them is not installed.
 */
export async function loadDefaultCredential(
  load: () => Promise<Identity> = async () => import('@azure/identity'),
): Promise<TokenCredential> {
  const { DefaultAzureCredential } = await load().catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && missingModule.has(error.code))) throw error
    throw invalidArgument({
      name: 'AzureBlobFilesystem option useDefaultCredential',
      expected: 'the package @azure/identity to be installed beside @caisson/azure',
      given: true,
    })
  })
  return new DefaultAzureCredential()
}
