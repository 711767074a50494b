const namespaces = ['--die-with-parent', '--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
const limits = ['--unshare-cgroup-try', '--unshare-net', '--cap-drop', 'ALL']
const readOnly = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/etc/passwd', '/etc/hosts', '/etc/ld.so.cache']
const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']

/** Bubblewrap arguments of a minimal sandbox: the same namespaces as ours, and little to see. */
export function isolateBare(directory: string, command: string): string[] {
  const system = readOnly.flatMap((place) => ['--ro-bind-try', place, place])
  const place = ['--bind', directory, directory, '--chdir', directory]
  return [...namespaces, ...limits, ...system, ...own, ...place, '--', '/bin/sh', '-c', command]
}
