import type { MachineFault } from '@caisson/kit/filesystem'

/** All other statuses say themselves what is wrong. */
const internalStatus = 500

/** What an error of the vendor's file API says about the file. */
export async function faultOf(error: unknown): Promise<MachineFault> {
  const sdk = await import('e2b')
  if (error instanceof sdk.FileNotFoundError) return 'missing'
  if (error instanceof sdk.NotEnoughSpaceError) return 'full'
  // Its daemon answers "internal" for a path through a file, and "invalid" for a directory, a pipe and a long name alike.
  if (error instanceof sdk.InvalidArgumentError) return 'vague'
  const isPlain = error instanceof sdk.SandboxError && Object.getPrototypeOf(error) === sdk.SandboxError.prototype
  return isPlain && (error.statusCode ?? internalStatus) === internalStatus ? 'vague' : undefined
}
