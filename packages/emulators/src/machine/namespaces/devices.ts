import { mountFlags, type Operation } from './plan.js'

const characterDevices = {
  null: [1, 3],
  zero: [1, 5],
  full: [1, 7],
  random: [1, 8],
  urandom: [1, 9],
  tty: [5, 0],
  fuse: [10, 229],
} as const satisfies Record<string, readonly [major: number, minor: number]>

const links = {
  fd: '/proc/self/fd',
  stdin: '/proc/self/fd/0',
  stdout: '/proc/self/fd/1',
  stderr: '/proc/self/fd/2',
  ptmx: 'pts/ptmx',
} as const satisfies Record<string, string>

/**
 * A `/dev` of the machine's own, made of new nodes: a bind of the host's would share its inodes, and a `chmod` inside would open a device of
 * the host. `/dev/fuse` is open to all users, as in vendors' machines.
 */
export function deviceOperations(): Operation[] {
  const { noSetUid, noExec } = mountFlags
  return [
    ['mount', 'dev', '/dev', 'tmpfs', noSetUid, 'mode=755'],
    ['directory', '/dev/pts', '755', 0, 0],
    ['mount', 'devpts', '/dev/pts', 'devpts', noSetUid | noExec, 'newinstance,ptmxmode=0666,mode=620,gid=5'],
    ['directory', '/dev/shm', '1777', 0, 0],
    ['directory', '/dev/mqueue', '1777', 0, 0],
    ...Object.entries(characterDevices).map(
      ([name, [major, minor]]) => ['device', `/dev/${name}`, '666', major, minor] as const,
    ),
    ...Object.entries(links).map(([name, target]) => ['symlink', target, `/dev/${name}`] as const),
  ]
}
