export type ToolName = 's3fs' | 'gcsfuse' | 'blobfuse2'

/**
 * Where a package comes from when the distribution itself has none. In lines, `{codename}`, `{version}` and `{major}` are
 * those of the machine; a line with one that the machine does not tell is passed over.
 */
interface PackageSource {
  /** Address of the key that signs the repository. */
  readonly key: string
  /** For each distribution, tried in turn: the machine's own release first, then ones whose packages run on it. */
  readonly lines: Readonly<Record<string, readonly string[]>>
}

/** A package by itself, for machines that no repository fits. */
interface PackageFile {
  /** As `dpkg --print-architecture` names it. */
  readonly architecture: string
  /** On a server of the vendor, which is trusted as far as its certificate goes where no digest is known. */
  readonly url: string
  readonly sha256?: string | undefined
}

export interface ToolFacts {
  /** The process that was started is the daemon: when it ends, there is no mount. Otherwise it leaves one behind. */
  readonly staysInForeground: boolean
  /** Its files of secrets are read at the start only. */
  readonly readsSecretsOnce: boolean
  readonly needsCache: boolean
  /** In lines of its log that say nothing of a failure. */
  readonly noise: string
  /** Names to try in turn; each is a list of packages to install together. */
  readonly packages: readonly string[]
  readonly source?: PackageSource | undefined
  readonly files: readonly PackageFile[]
}

/** The programs that mount buckets. Adding one is adding a row and a recipe. */
export const toolFacts: Readonly<Record<ToolName, ToolFacts>> = {
  s3fs: {
    staysInForeground: true,
    readsSecretsOnce: true,
    needsCache: false,
    noise: '[INF]',
    packages: ['s3fs ca-certificates', 's3fs-fuse ca-certificates'],
    files: [],
  },
  gcsfuse: {
    staysInForeground: false,
    readsSecretsOnce: false,
    needsCache: false,
    noise: '"severity":"INFO"',
    packages: ['gcsfuse ca-certificates'],
    source: {
      key: 'https://packages.cloud.google.com/apt/doc/apt-key.gpg',
      lines: {
        debian: [
          'https://packages.cloud.google.com/apt gcsfuse-{codename} main',
          'https://packages.cloud.google.com/apt gcsfuse-bookworm main',
        ],
        ubuntu: [
          'https://packages.cloud.google.com/apt gcsfuse-{codename} main',
          'https://packages.cloud.google.com/apt gcsfuse-jammy main',
        ],
      },
    },
    files: [],
  },
  blobfuse2: {
    staysInForeground: false,
    readsSecretsOnce: false,
    needsCache: true,
    noise: 'LOG_DEBUG',
    packages: ['blobfuse2 ca-certificates'],
    source: {
      key: 'https://packages.microsoft.com/keys/microsoft.asc',
      lines: {
        debian: [
          'https://packages.microsoft.com/debian/{major}/prod {codename} main',
          'https://packages.microsoft.com/debian/12/prod bookworm main',
        ],
        ubuntu: [
          'https://packages.microsoft.com/ubuntu/{version}/prod {codename} main',
          'https://packages.microsoft.com/ubuntu/24.04/prod noble main',
          'https://packages.microsoft.com/ubuntu/22.04/prod jammy main',
        ],
      },
    },
    files: [
      {
        architecture: 'amd64',
        url: 'https://github.com/Azure/azure-storage-fuse/releases/download/blobfuse2-2.5.1/blobfuse2-2.5.1-Ubuntu-22.04.x86_64.deb',
      },
    ],
  },
}
