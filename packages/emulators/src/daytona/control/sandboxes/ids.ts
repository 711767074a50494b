import { randomBytes, randomUUID } from 'node:crypto'

export function newId(): string {
  return randomUUID()
}

/** Begins with a letter: clients parse answers, and would take digits alone for a number. */
export function newToken(): string {
  return `k${randomBytes(16).toString('hex')}`
}
