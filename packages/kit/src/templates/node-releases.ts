/** The processors that Node is had for, as its file names say. */
export type NodeArchitecture = 'x64' | 'arm64'

/** SHA-256 of `node-v<version>-linux-<architecture>.tar.gz`, for versions whose sums several publications agree on. */
export const knownNodeSums: Readonly<Record<string, Readonly<Record<NodeArchitecture, string>>>> = {
  '24.20.0': {
    x64: '855d581f8a4eb1a8117e3426de25fe02770592febcfb31369aee1ffbfee9e8ec',
    arm64: '3515603e2487879a39bc75716f1a2affd027500c64ba50e845cf72cb33219013',
  },
}

/** What machines get where no version is asked for. */
export const defaultNodeVersion = '24.20.0'
