/** What a reason that a script gives means to the one who asked for the mount. */
export interface Failure {
  readonly message: string
  readonly unavailable?: boolean | undefined
  readonly unsupported?: boolean | undefined
  readonly busy?: boolean | undefined
  /** The storage may not be reachable from the machine. */
  readonly network?: boolean | undefined
  /** A tool is missing, and could not be had. */
  readonly install?: boolean | undefined
}

export const failures: Readonly<Record<string, Failure>> = {
  'no-sudo': { message: 'mounting needs root, and the machine has no sudo', unsupported: true },
  'sudo-asks': { message: 'mounting needs root, and sudo asks for a password', unsupported: true },
  'no-timeout': { message: 'the machine lacks the programs timeout and setsid', unavailable: true },
  state: { message: 'no private directory for the state of mounts could be made' },
  locked: { message: 'another process has been mounting in this machine for too long' },
  'no-fuse': { message: 'the machine has no /dev/fuse', unsupported: true },
  'fuse-permission': { message: 'this user may not open /dev/fuse', unsupported: true },
  'fuse-everyone': { message: '/etc/fuse.conf lacks user_allow_other, without which other users cannot see a mount' },
  symlink: { message: 'the path leads through a symbolic link' },
  'not-a-directory': { message: 'something on the path is not a directory' },
  'no-directory': { message: 'the directory could not be made' },
  'not-empty': { message: 'the directory is not empty' },
  foreign: { message: 'something else is mounted there, and it is left alone' },
  covered: { message: 'something else is mounted over it' },
  above: { message: 'the mount above it failed' },
  'in-use': { message: 'it is in use', busy: true },
  stuck: { message: 'what is mounted there cannot be unmounted' },
  files: { message: 'the private files of the mount could not be written' },
  ended: { message: 'the tool ended without a mount' },
  'not-mounted': { message: 'nothing is mounted after the tool started' },
  'no-bucket': { message: 'there is no such bucket' },
  'other-type': { message: 'a mount that is not of FUSE appeared' },
  'no-answer': { message: 'the storage does not answer', network: true },
  unreachable: { message: 'the storage cannot be reached from the machine', network: true },
  'no-companion': { message: 'a short-lived token needs perl in the machine', unavailable: true },
  'no-access': { message: 'the mount does not answer to reads' },
  'install-unknown': { message: 'no package for this distribution is known', unavailable: true, install: true },
  'install-failed': { message: 'the package could not be installed', unavailable: true, install: true },
}
