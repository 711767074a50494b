import path from 'node:path'

/** The directory of the running Node's program, and the one of the tools it brings (npm). */
export function nodeDirectories(): [programs: string, modules: string] {
  const programs = path.dirname(process.execPath)
  return [programs, path.join(path.dirname(programs), 'lib', 'node_modules')]
}
