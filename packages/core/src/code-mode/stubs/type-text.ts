/** TypeScript text of a type, with what decides on parentheses. */
export interface TypeText {
  readonly text: string
  readonly kind: 'atom' | 'union' | 'intersection'
}

/** A type that needs no parentheses anywhere. */
export function atom(text: string): TypeText {
  return { text, kind: 'atom' }
}

/** `A | B`, without repetitions. `unknown` takes in everything, `never` adds nothing. */
export function union(members: readonly TypeText[]): TypeText {
  if (members.some(({ text }) => text === 'unknown')) return atom('unknown')
  const byText = new Map(members.filter(({ text }) => text !== 'never').map((member) => [member.text, member]))
  const [only, ...others] = byText.values()
  if (only === undefined) return atom('never')
  if (others.length === 0) return only
  return { text: [only, ...others].map(({ text }) => text).join(' | '), kind: 'union' }
}

/** `A & B`, without repetitions. `unknown` adds nothing, `never` leaves nothing. */
export function intersection(members: readonly TypeText[]): TypeText {
  if (members.some(({ text }) => text === 'never')) return atom('never')
  const byText = new Map(members.filter(({ text }) => text !== 'unknown').map((member) => [member.text, member]))
  const [only, ...others] = byText.values()
  if (only === undefined) return atom('unknown')
  if (others.length === 0) return only
  return { text: [only, ...others].map((member) => group(member, 'union')).join(' & '), kind: 'intersection' }
}

/** `T[]`. */
export function arrayOf(element: TypeText): TypeText {
  return atom(`${group(element, 'union', 'intersection')}[]`)
}

function group({ text, kind }: TypeText, ...kinds: readonly TypeText['kind'][]): string {
  return kinds.includes(kind) ? `(${text})` : text
}
