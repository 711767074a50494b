/** Flags of mount(2). */
export const mountFlags = {
  readOnly: 1,
  noSetUid: 2,
  noDevices: 4,
  noExec: 8,
  remount: 32,
  bind: 4096,
  recursive: 16_384,
  private: 262_144,
} as const

/** Flags of unshare(2), the one for process ids excepted: the init's parent sets it. */
export const namespaceFlags = {
  mount: 0x20000,
  cgroup: 0x2000000,
  uts: 0x4000000,
  ipc: 0x8000000,
  network: 0x40000000,
} as const

/** One operation of the init; its fields are in the init's own table. */
export type Operation =
  | readonly ['join', processesFile: string]
  | readonly ['unshare', flags: number]
  | readonly ['hostname', name: string]
  | readonly ['mount', source: string, target: string, type: string, flags: number, data: string]
  | readonly ['detach', target: string]
  | readonly ['pivot', newRoot: string, oldRoot: string]
  | readonly ['directory', path: string, mode: string, uid: number, gid: number]
  | readonly ['file', path: string, mode: string, uid: number, gid: number, content: string]
  | readonly ['symlink', target: string, path: string]
  | readonly ['device', path: string, mode: string, major: number, minor: number]
  | readonly ['opaque', path: string]
  | readonly ['need_directory', path: string]
  | readonly ['need_file', path: string]
  | readonly ['remove_directory', path: string]
  | readonly ['enter', path: string]
  | readonly ['forbid', capability: number]
  | readonly ['loopback']
  | readonly ['environment', name: string, value: string]
  | readonly ['argument', value: string]

/** What the init reads: the numbers of the system calls, then the operations. */
export function encodePlan(systemCalls: string, operations: readonly Operation[]): string {
  return [systemCalls, ...operations.flat()].join('\0')
}
