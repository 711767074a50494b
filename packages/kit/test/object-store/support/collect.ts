/** All that a source yields. */
export async function collect<T>(source: AsyncIterable<T> | readonly T[]): Promise<T[]> {
  const all: T[] = []
  for await (const item of source) all.push(item)
  return all
}
