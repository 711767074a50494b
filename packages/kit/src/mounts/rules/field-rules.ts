/** What a field of a configuration must look like. */
export interface FieldRule {
  readonly pattern: RegExp
  readonly expected: string
  readonly required?: boolean | undefined
  /** Its value appears in no message. */
  readonly secret?: boolean | undefined
}

/** What has to do with a field only by what the others say. */
interface WholeRule {
  readonly holds: (config: Readonly<Record<string, unknown>>) => boolean
  readonly message: string
}

export interface ConfigRules {
  readonly texts: Readonly<Record<string, FieldRule>>
  readonly flags: readonly string[]
  readonly whole: readonly WholeRule[]
}

/** Visible ASCII without the colon, which separates the fields of the tool's file. */
const plainSecret = /^[!-9;-~]{1,4096}$/

const prefix: FieldRule = {
  pattern:
    // Option lists are split at commas and colons; the rest is what no directory can be named, or what hides another one.
    // oxlint-disable-next-line no-control-regex -- these characters are what is refused
    /^(?!-)(?!.*(?:^|\/)\.{1,2}(?:\/|$))(?!.*\/\/)[^\0-\x1f\x7f,:\\"*?]{1,512}$/,
  expected: 'a path below the bucket without control characters, "." or ".." segments and none of , : \\ " * ?',
}

const endpoint: FieldRule = {
  pattern:
    /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]*)?$|^https?:\/\/\[[0-9A-Fa-f:.]+\](?::\d{1,5})?\/?$/,
  expected: 'an address that begins with http:// or https://, without user, query or special characters',
}

const given = (value: unknown): boolean => value !== undefined && value !== ''

/** What each kind of configuration may hold, checked before anything is sent. */
export const configRules: Readonly<Record<'s3' | 'gcs' | 'azure-blob', ConfigRules>> = {
  s3: {
    texts: {
      bucket: {
        pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        expected: '3 to 63 lower-case letters, digits, dots and dashes',
        required: true,
      },
      region: { pattern: /^[a-z0-9-]{2,32}$/, expected: 'a name such as us-east-1, or auto' },
      endpoint,
      accessKeyId: { pattern: /^[\w+/=.@~-]{1,256}$/, expected: 'the id of an access key', secret: true },
      secretAccessKey: { pattern: plainSecret, expected: 'an access key without spaces and colons', secret: true },
      sessionToken: { pattern: /^[!-~]{1,16384}$/, expected: 'a token without spaces', secret: true },
      prefix,
    },
    flags: ['readOnly', 'forcePathStyle'],
    whole: [
      {
        holds: (config) => given(config.accessKeyId) === given(config.secretAccessKey),
        message: 'accessKeyId and secretAccessKey are given together or not at all',
      },
      {
        holds: (config) => !given(config.sessionToken) || given(config.accessKeyId),
        message: 'a sessionToken goes with accessKeyId and secretAccessKey',
      },
      {
        holds: (config) => !given(config.endpoint) || given(config.accessKeyId),
        message: 'an endpoint of its own needs credentials: only public buckets of Amazon are mounted without',
      },
    ],
  },
  gcs: {
    texts: {
      bucket: {
        pattern: /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
        expected: 'lower-case letters, digits, dots, dashes and underscores',
        required: true,
      },
      serviceAccountKey: {
        pattern: /^\s*\{[\s\S]{1,65536}\}\s*$/,
        expected: 'JSON of a service account',
        secret: true,
      },
      accessToken: { pattern: /^[!-~]{1,16384}$/, expected: 'a token without spaces', secret: true },
      endpoint,
      prefix,
    },
    flags: ['readOnly'],
    whole: [
      {
        holds: (config) => !given(config.endpoint) || given(config.serviceAccountKey) || given(config.accessToken),
        message: 'an endpoint of its own needs credentials: only public buckets of Google are mounted without',
      },
    ],
  },
  'azure-blob': {
    texts: {
      container: {
        pattern: /^(?:\$web|\$root|\$logs|(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/,
        expected: '3 to 63 lower-case letters, digits and single dashes, or $web, $root, $logs',
        required: true,
      },
      accountName: { pattern: /^[a-z0-9]{3,24}$/, expected: '3 to 24 lower-case letters and digits' },
      accountKey: { pattern: /^[A-Za-z0-9+/]{4,512}={0,2}$/, expected: 'a key in base64', secret: true },
      sasToken: { pattern: /^\??[!-~]{1,4096}$/, expected: 'a shared access signature', secret: true },
      connectionString: {
        pattern: /^[A-Za-z]+=[!-:<-~]*(?:;\s*(?:[A-Za-z]+=[!-:<-~]*)?)*$/,
        expected: 'a connection string: Name=value;…',
        secret: true,
      },
      endpoint: {
        pattern: /^(?:https?:\/\/)?[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]*)?$/,
        expected: 'an address of blobs, without user, query or special characters',
      },
      prefix,
    },
    flags: ['readOnly', 'useDefaultCredential'],
    whole: [],
  },
}
