import { constants } from 'node:fs'

/** Letters before the permissions, in the order in which they are written; a plain file has none. */
const kindLetters: readonly (readonly [type: number, letters: string])[] = [
  [constants.S_IFDIR, 'd'],
  [constants.S_IFLNK, 'L'],
  [constants.S_IFBLK, 'D'],
  [constants.S_IFCHR, 'D'],
  [constants.S_IFIFO, 'p'],
  [constants.S_IFSOCK, 'S'],
]

const setUser = 0o4000
const setGroup = 0o2000
const sticky = 0o1000

/** Writes a file mode as `drwxr-xr-x`, with further letters in front: `L` link, `u`, `g` and `t` for the special bits. */
export function modeText(mode: number): string {
  const type = mode & constants.S_IFMT
  const kind = kindLetters.find(([candidate]) => candidate === type)?.[1] ?? ''
  const special = [
    (mode & setUser) === 0 ? '' : 'u',
    (mode & setGroup) === 0 ? '' : 'g',
    type === constants.S_IFCHR ? 'c' : '',
    (mode & sticky) === 0 ? '' : 't',
  ].join('')
  const permissions = Array.from('rwxrwxrwx', (letter, index) => ((mode & (0o400 >> index)) === 0 ? '-' : letter)).join(
    '',
  )
  return `${kind + special === '' ? '-' : kind + special}${permissions}`
}
