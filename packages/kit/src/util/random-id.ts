import { randomBytes } from 'node:crypto'

const idBytes = 12

/** An id that nobody can guess: 24 hexadecimal digits. */
export function randomId(): string {
  return randomBytes(idBytes).toString('hex')
}
