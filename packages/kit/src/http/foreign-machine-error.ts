import { SandboxProviderError } from '@caisson/core/workspace'

/** A machine that was named by the provider's id, and carries another logical id than the one that the caller chose. */
export function foreignMachineError(provider: string, sandboxId: string, id: string): Error {
  const message = `${provider}: machine ${sandboxId} belongs to another sandbox id than "${id}": drop the option id, or sandboxId`
  return new SandboxProviderError(message, 'CONFLICT', { sandboxId, id }, { retry: 'never', provider })
}
