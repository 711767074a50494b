import { backLinkName, mountPointName } from './bucket-place.js'
import { ownerPrefix } from './place-owners.js'

/** Unmounts what is in one frame and removes it with its link. In use: it disappears now, and ends when it is let go. */
const releaseFunction = [
  'release() {',
  `  point=$1/${mountPointName}`,
  `  link=$(readlink "$1/${backLinkName}")`,
  '  if [ "$(readlink "$link")" = "$point/." ]; then rm -f "$link"; fi',
  '  for way in "umount" "fusermount3 -u" "fusermount -u" "umount -l" "fusermount3 -u -z" "fusermount -u -z"; do',
  '    $way "$point" && break',
  '  done',
  `  if rmdir "$point"; then rm -f "$1/${backLinkName}"; fi`,
  // Whatever is empty now, up to the directory of this user.
  '  rmdir "$1" && rmdir "${1%/*}" && rmdir "${1%/*/*}" && rmdir "${1%/*/*/*}"',
  '}',
]

/**
 * Unmounts the buckets of a host process that has ended, and of which nobody else makes use. Its arguments: the beginning
 * of the tags of its machines, and the root of all places.
 */
export const releaseOwnedScript: string = [
  ...releaseFunction,
  'exec 2>/dev/null',
  // Somebody else may have put a directory there.
  '[ -O "${2%/*}" ] && [ ! -L "${2%/*}" ] || exit 0',
  `for owner in "$2"/*/*/${ownerPrefix}"$1"*; do`,
  '  [ -e "$owner" ] || continue',
  '  rm -f "$owner"',
  `  for other in "\${owner%/*}"/${ownerPrefix}*; do [ -e "$other" ] && continue 2; done`,
  '  release "${owner%/*}"',
  'done',
  'true',
].join('\n')

/** Unmounts what is in the frames that it is given. */
export const releaseFramesScript: string = [
  ...releaseFunction,
  'exec 2>/dev/null',
  'for frame; do release "$frame"; done',
  'true',
].join('\n')
