import { see } from '@caisson/testing'
import { PlatformApiError } from '../../../src/index.js'

/** As `see`; an error of the platform's own has the shared words in members of its own. */
export async function seePlatform(call: Promise<unknown>): Promise<string> {
  let refused: PlatformApiError | undefined
  const seen = await see(
    call.catch((error: unknown) => {
      if (error instanceof PlatformApiError) refused = error
      throw error
    }),
  )
  return refused ? `${refused.name} ${refused.sandboxCode} ${refused.retry}` : seen
}
