import { decodePercent } from './percent.js'

/** The parameters of a request, in order. */
export class Query {
  readonly entries: readonly (readonly [string, string])[]

  constructor(text: string) {
    const pairs = text.split('&').filter((pair) => pair !== '')
    this.entries = pairs.map((pair) => {
      const position = pair.indexOf('=')
      const [name, value] = position < 0 ? [pair, ''] : [pair.slice(0, position), pair.slice(position + 1)]
      return [decodePercent(name.replaceAll('+', '%20')), decodePercent(value.replaceAll('+', '%20'))]
    })
  }

  has(name: string): boolean {
    return this.entries.some(([given]) => given === name)
  }

  get(name: string): string | undefined {
    return this.entries.find(([given]) => given === name)?.[1]
  }
}
