/** For each path the index of the nearest other one that it lies below, and how many it lies below. */
export function placeInTree(paths: readonly string[]): { above: number | undefined; depth: number }[] {
  return paths.map((path) => {
    const all = paths
      .map((candidate, index) => ({ candidate, index }))
      .filter(({ candidate }) => path.startsWith(`${candidate}/`))
      .toSorted((one, other) => one.candidate.length - other.candidate.length)
    return { above: all.at(-1)?.index, depth: all.length }
  })
}
