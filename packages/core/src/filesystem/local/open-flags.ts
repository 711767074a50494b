import { constants } from 'node:fs'

/** Linux only, and missing in Node's table: names a file without opening it, so that no device is touched. */
const pathOnly = 0o10000000

/** Never waits for the other end of a pipe and never takes a terminal over. Zero where the system has no such flag. */
const harmless = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const noFollow = constants.O_NOFOLLOW ?? 0
const directory = constants.O_DIRECTORY ?? 0

/** Flags for the ways in which this code opens files. */
export const openFlags: Readonly<
  Record<'read' | 'append' | 'create' | 'nameFile' | 'nameDirectory' | 'noFollow', number>
> = {
  read: constants.O_RDONLY | harmless,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow | harmless,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow,
  nameFile: pathOnly,
  nameDirectory: pathOnly | directory,
  noFollow,
}
