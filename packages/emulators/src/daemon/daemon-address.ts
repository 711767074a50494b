/** Where a daemon listens: a unix socket, or a TCP port (0 = any free one). */
export type DaemonAddress =
  | { readonly socketPath: string }
  | { readonly port: number; readonly host?: string | undefined }
