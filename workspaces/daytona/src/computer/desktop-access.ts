import type { Sandbox } from '@daytonaio/sdk'

/** How the desktop reaches its machine. */
export interface DesktopAccess {
  /** Calls the SDK's object for the machine, which is started when needed; makes our errors of its errors. */
  use<T>(operation: string, call: (sandbox: Sandbox) => Promise<T>): Promise<T>
  /** Address of a port, without waking the machine. */
  portUrl(port: number): Promise<string | null>
}
