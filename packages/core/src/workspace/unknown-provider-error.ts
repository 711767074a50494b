import { WorkspaceError } from '../errors/workspace-errors.js'

/** No descriptor is registered under an id; `known` lists those that are. */
export class UnknownProviderError extends WorkspaceError {
  override name: string = 'UnknownProviderError'

  constructor(
    readonly kind: 'sandbox' | 'filesystem',
    readonly provider: string,
    readonly known: readonly string[],
  ) {
    const advice = `registered are ${known.join(', ')}; pass its descriptor to createProviderRegistry`
    super(`Unknown ${kind} provider ${JSON.stringify(provider)}: ${advice}`, 'INVALID_CONFIG')
  }
}
