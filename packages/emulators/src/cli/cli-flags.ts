/** Whose protocol the command can speak. */
export type EmulatorName = 'daytona' | 'e2b' | 'gcs' | 'platform' | 's3'

/** One flag of the command line. */
export interface Flag {
  readonly name: string
  readonly short?: string | undefined
  /** What follows the flag; absent where it is on or off. */
  readonly value?: string | undefined
  /** May be given several times. */
  readonly multiple?: boolean | undefined
  /** Default: all. */
  readonly only?: readonly EmulatorName[] | undefined
  readonly help: string
}

const e2b: readonly EmulatorName[] = ['e2b']
const daytona: readonly EmulatorName[] = ['daytona']
const platform: readonly EmulatorName[] = ['platform']
const sandboxes: readonly EmulatorName[] = [...e2b, ...daytona, ...platform]
const storage: readonly EmulatorName[] = ['s3', 'gcs']

/** All flags, in the order of the usage text. */
export const flags: readonly Flag[] = [
  { name: 'port', value: 'number', help: 'where to listen (default: any free port)' },
  {
    name: 'bucket',
    value: 'name',
    multiple: true,
    only: [...storage, ...platform],
    help: 'a bucket that exists from the start; may be repeated',
  },
  {
    name: 'public-bucket',
    value: 'name',
    multiple: true,
    only: storage,
    help: 'one that anyone may read; may be repeated',
  },
  {
    name: 'region',
    value: 'name',
    only: ['s3'],
    help: 'the region that requests must be signed for (default: us-east-1)',
  },
  {
    name: 'host-suffix',
    value: 'name',
    multiple: true,
    only: ['s3'],
    help: 'hosts below this name are buckets, beside localhost; may be repeated',
  },
  {
    name: 'page-size',
    value: 'number',
    only: [...storage, ...platform],
    help: 'most entries on a page of a listing (default: 1000)',
  },
  { name: 'tls', only: e2b, help: 'HTTPS with a certificate and a domain of its own; getHost(port) then works' },
  { name: 'domain', value: 'name', only: e2b, help: 'the domain beside --tls (default: emu.test)' },
  { name: 'latency', value: 'ms', help: 'wait before each answer' },
  {
    name: 'root',
    value: 'directory',
    help: "where to keep files (default: the system's directory for temporary files)",
  },
  {
    name: 'backing',
    value: 'name',
    only: sandboxes,
    help: 'insist on namespaces, bubblewrap or directory (default: the strongest that works)',
  },
  {
    name: 'own-networks',
    only: [...e2b, ...daytona],
    help: 'each sandbox has a network of its own, with loopback only',
  },
  {
    name: 'template',
    value: 'name',
    multiple: true,
    only: e2b,
    help: 'a template that exists from the start, beside base; may be repeated',
  },
  {
    name: 'snapshot',
    value: 'name',
    multiple: true,
    only: daytona,
    help: 'a snapshot that exists from the start, beside the default one; may be repeated',
  },
  {
    name: 'minute',
    value: 'ms',
    only: [...daytona, ...platform],
    help: 'what counts as a minute of auto-stop and the like (default: 60000)',
  },
  { name: 'no-input', only: platform, help: 'sockets of commands take no input, as those without the extension' },
  { name: 'no-sessions', only: platform, help: 'a command whose socket was cut cannot be joined again' },
  { name: 'transition', value: 'ms', only: daytona, help: 'how long changes of state take at least (default: 25)' },
  { name: 'verbose', short: 'v', help: 'print each request' },
  {
    name: 'host',
    value: 'address',
    help: 'another address to listen on; needs --allow-remote unless it is a loopback one',
  },
  {
    name: 'allow-remote',
    only: sandboxes,
    help: 'let others reach the emulator, who can then run programs as root on this computer',
  },
  { name: 'allow-remote', only: storage, help: 'let others reach the emulator' },
  { name: 'help', short: 'h', help: 'show this' },
]

/** What the flags of an emulator are. */
export function flagsOf(emulator: EmulatorName): readonly Flag[] {
  return flags.filter(({ only }) => only === undefined || only.includes(emulator))
}
