import { removeGroup } from '../cgroup/cgroup-directories.js'
import { directoriesOf, type HostGroups } from '../cgroup/host-groups.js'

/** Removes a host's groups; returns those that processes still hold. */
export async function removeHostGroups(groups: HostGroups): Promise<string[]> {
  const results = directoriesOf(groups).map(async ({ directory }) =>
    (await removeGroup(directory)) ? [] : [directory],
  )
  return (await Promise.all(results)).flat()
}
