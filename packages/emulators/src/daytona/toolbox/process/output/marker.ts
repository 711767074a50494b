/** One of the two streams of a command. */
export type LogStream = 'stdout' | 'stderr'

/** What begins a piece of a stream in a log. */
export const markers: Readonly<Record<LogStream, Buffer>> = {
  stdout: Buffer.from([1, 1, 1]),
  stderr: Buffer.from([2, 2, 2]),
}

export const markerBytes = 3
