import type { MachineFault } from '@caisson/kit/filesystem'

/** What an error of the vendor's file API says about the file. */
export async function faultOf(error: unknown): Promise<MachineFault> {
  const sdk = await import('@daytonaio/sdk')
  if (error instanceof sdk.DaytonaFileNotFoundError) return 'missing'
  // A refused upload has only a status, and so has a machine that does not run; which of them it is shows a look.
  const vague = [
    sdk.DaytonaFileAccessDeniedError,
    sdk.DaytonaInvalidFilePathError,
    sdk.DaytonaFileReadFailedError,
    sdk.DaytonaBadRequestError,
    sdk.DaytonaInternalServerError,
  ]
  return vague.some((type) => error instanceof type) ? 'vague' : undefined
}
