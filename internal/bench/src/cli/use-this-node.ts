import path from 'node:path'

/** Lets every `node` that is started from now on be the one that runs this. */
export function useThisNode(): void {
  process.env['PATH'] = [path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter)
}
