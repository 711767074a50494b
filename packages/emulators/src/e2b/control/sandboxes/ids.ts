import { randomBytes, randomInt } from 'node:crypto'
import { HttpFailure } from '../../../http/http-failure.js'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function newSandboxId(): string {
  return `i${randomText(20)}`
}

export function newTemplateId(): string {
  return randomText(20)
}

export function newToken(): string {
  return randomBytes(24).toString('hex')
}

/** Older clients append the id of the computer a sandbox is on: `id-client`. */
export function parseSandboxId(text: string): string {
  const id = text.split('-')[0] ?? ''
  if (!/^[a-z0-9]+$/.test(id)) throw new HttpFailure(400, 'Invalid sandbox ID')
  return id
}
