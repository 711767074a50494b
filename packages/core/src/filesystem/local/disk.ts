import fs from 'node:fs'

/**
 * System calls on plain descriptors. Node's file handles cost a third of a small read and cannot be named in a path.
 */
export interface Disk {
  open(path: string | Buffer, flags: number, mode?: number): Promise<number>
  close(descriptor: number): Promise<void>
  /** How many bytes were read; 0 at the end. `position` null reads on from where the descriptor stands. */
  read(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null): Promise<number>
  /** Writes all of it. */
  write(descriptor: number, content: Uint8Array): Promise<void>
  /** Undefined when nothing is there. Does not follow a link in the last place. */
  lookUp(path: string): Promise<fs.Stats | undefined>
}

const open: Disk['open'] = (path, flags, mode) =>
  new Promise((resolve, reject) =>
    fs.open(path, flags, mode, (error, descriptor) => (error ? reject(error) : resolve(descriptor))),
  )

const close: Disk['close'] = (descriptor) =>
  new Promise((resolve, reject) => fs.close(descriptor, (error) => (error ? reject(error) : resolve())))

const read: Disk['read'] = (descriptor, buffer, offset, length, position) =>
  new Promise((resolve, reject) =>
    fs.read(descriptor, buffer, offset, length, position, (error, count) => (error ? reject(error) : resolve(count))),
  )

const writeSome = (descriptor: number, content: Uint8Array, offset: number): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.write(descriptor, content, offset, content.length - offset, null, (error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

const write: Disk['write'] = async (descriptor, content) => {
  for (let offset = 0; offset < content.length;) offset += await writeSome(descriptor, content, offset)
}

const lookUp: Disk['lookUp'] = (path) =>
  new Promise((resolve, reject) =>
    fs.lstat(path, (error, stats) => {
      if (!error) resolve(stats)
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
      else reject(error)
    }),
  )

/** The host's disk. */
export const disk: Disk = { open, close, read, write, lookUp }
