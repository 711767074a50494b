import { EmulatorError } from '../http/emulator-error.js'
import type { MachineHost } from '../machine/index.js'

/** Throws INVALID_OPTION for certificates that programs could not be made to trust: where they see the computer's own files. */
export function requireTrust({ backing }: Pick<MachineHost, 'backing'>, certificates: readonly string[] = []): void {
  if (certificates.length === 0 || backing === 'namespaces') return
  throw new EmulatorError('INVALID_OPTION', `trustedCertificates: needs the backing namespaces, and this is ${backing}`)
}
