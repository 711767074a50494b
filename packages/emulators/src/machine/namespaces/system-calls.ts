/** Numbers of the system calls the init makes. */
const numbers = {
  x64: {
    mount: 165,
    umount2: 166,
    pivot_root: 155,
    unshare: 272,
    prctl: 157,
    setxattr: 188,
    sethostname: 170,
    mknodat: 259,
    setsid: 112,
  },
  arm64: {
    mount: 40,
    umount2: 39,
    pivot_root: 41,
    unshare: 97,
    prctl: 167,
    setxattr: 5,
    sethostname: 161,
    mknodat: 33,
    setsid: 157,
  },
} satisfies Record<string, Record<string, number>>

/** The table of this processor as the init reads it; `undefined` where the numbers are not known. */
export function systemCallTable(architecture: string = process.arch): string | undefined {
  const table = Object.entries(numbers).find(([name]) => name === architecture)?.[1]
  return table === undefined ? undefined : Object.entries(table).flat().join(' ')
}
