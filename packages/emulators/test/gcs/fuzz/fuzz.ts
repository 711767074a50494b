import { expect } from 'vitest'
import { startGCSEmulator } from '@caisson/emulators'
import { Random } from '../../e2b/fuzz/random.js'
import { type RawAnswer, sendRaw } from '../../e2b/fuzz/send-raw.js'
import { clientOf } from '../start.js'
import { malformedRequest } from './malformed.js'

/** For answers that never come: a busy machine is slow. */
const answerLimitMs = 60_000

/** Whether an error has the form of this API, or of the parts of it that have another. */
function hasForm({ text }: RawAnswer, request: string): boolean {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  if (request.startsWith('HEAD ') || request.includes('alt=media')) return true
  const parsed = JSON.parse(body) as { error?: string | { errors?: { reason?: string }[] } }
  if (request.startsWith('POST /token')) return typeof parsed.error === 'string'
  return typeof parsed.error === 'object' && (parsed.error.errors?.[0]?.reason ?? '') !== ''
}

function troubleOf(answer: RawAnswer, request: string, isTruncated: boolean): string | undefined {
  if (answer.isLate) return 'no answer in time'
  if (answer.text.includes('The emulator failed')) return answer.text.slice(-300)
  if (answer.status === 0) return isTruncated ? undefined : 'no answer'
  // What is no HTTP is refused before it is a request to the API.
  if (answer.status < 400 || answer.status === 499) return undefined
  return hasForm(answer, request) ? undefined : `another form: ${answer.text.slice(-300)}`
}

/** Sends malformed requests; then all must work as before. */
export async function fuzzGCS({ count, seed }: { readonly count: number; readonly seed: number }): Promise<void> {
  const emulator = await startGCSEmulator({ buckets: ['data'] })
  try {
    const bucket = clientOf(emulator).bucket('data')
    await bucket.file('keep').save('alive', { resumable: false })
    const random = new Random(seed)
    const troubles: { readonly kind: string; readonly what: string; readonly request: string }[] = []
    let sent = 0
    const work = async (): Promise<void> => {
      while (sent < count) {
        sent += 1
        const { kind, bytes, isTruncated = false } = malformedRequest(random)
        const request = bytes.toString('latin1')
        const answer = await sendRaw(Number(new URL(emulator.url).port), bytes, {
          limitMs: answerLimitMs,
          end: isTruncated,
        })
        const what = troubleOf(answer, request, isTruncated)
        if (what !== undefined) troubles.push({ kind, what, request: request.slice(0, 400) })
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    expect(troubles.slice(0, 10)).toEqual([])
    expect((await bucket.file('keep').download())[0].toString()).toBe('alive')
  } finally {
    await emulator.close()
  }
}
