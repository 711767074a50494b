const namespaces = ['--die-with-parent', '--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
const limits = ['--unshare-cgroup-try', '--unshare-net', '--cap-drop', 'ALL']
const readOnly = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/etc/passwd', '/etc/hosts', '/etc/ld.so.cache']
const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']

/** Bubblewrap arguments of a sandbox that hides about as much as ours does, written down by hand. */
export function isolateBare(directory: string, command: string): string[] {
  const system = readOnly.flatMap((place) => ['--ro-bind-try', place, place])
  const place = ['--bind', directory, directory, '--chdir', directory]
  return [...namespaces, ...limits, ...system, ...own, ...place, '--', '/bin/sh', '-c', command]
}
