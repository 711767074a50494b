import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Sandbox } from 'e2b'
import { expect, onTestFinished } from 'vitest'
import { type Backing, startE2BEmulator } from '@caisson/emulators'
import { connectionOf } from '../start.js'
import { malformedRequest } from './malformed.js'
import type { FuzzTarget } from './raw-request.js'
import { Random } from './random.js'
import { sendRaw } from './send-raw.js'

const secret = 'the-canary-is-alive'
/** For answers that never come. A busy machine is slow, and one whose disk is being copied stands still meanwhile. */
const answerLimitMs = 60_000

interface Trouble {
  readonly kind: string
  readonly what: string
  readonly request: string
}

async function sendMany(port: number, target: FuzzTarget, { count, seed }: FuzzOptions): Promise<Trouble[]> {
  const troubles: Trouble[] = []
  const random = new Random(seed)
  let sent = 0
  const work = async (): Promise<void> => {
    while (sent < count) {
      sent += 1
      const { kind, bytes, isTruncated = false } = malformedRequest(random, target)
      const { status, text, isLate } = await sendRaw(port, bytes, { limitMs: answerLimitMs, end: isTruncated })
      const report = (what: string): void => {
        troubles.push({ kind, what, request: bytes.toString('latin1').slice(0, 300) })
      }
      if (isLate) report('no answer in time')
      else if (status === 0 && !isTruncated) report('no answer')
      if (text.includes('The emulator failed')) report(text.slice(-300))
      if (text.includes(secret)) report('a file of the host was read')
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return troubles
}

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  readonly backing?: Backing
}

/** Sends malformed requests; then the emulator and its sandbox must work as before, and the host's files must be as before. */
export async function fuzz(options: FuzzOptions): Promise<void> {
  const outside = await mkdtemp(path.join(tmpdir(), 'caisson-canary-'))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  const canary = path.join(outside, 'canary.txt')
  await writeFile(canary, secret)
  const emulator = await startE2BEmulator({ backing: options.backing })
  try {
    const connection = connectionOf(emulator)
    const sandbox = await Sandbox.create({ ...connection, timeoutMs: 3_600_000 })
    emulator.faults.limitSandboxes(3)
    const { envdAccessToken } = sandbox as unknown as { envdAccessToken: string }
    const target = { sandboxId: sandbox.sandboxId, accessToken: envdAccessToken, canary }
    const troubles = await sendMany(Number(new URL(emulator.url).port), target, options)
    expect(troubles.slice(0, 10)).toEqual([])
    expect(await readFile(canary, 'utf8')).toBe(secret)
    expect(await readdir(outside)).toEqual(['canary.txt'])
    await sandbox.connect({ timeoutMs: 3_600_000 })
    expect((await sandbox.commands.run('echo alive')).stdout).toBe('alive\n')
    emulator.faults.limitSandboxes(undefined)
    await (await Sandbox.create({ ...connection })).kill()
  } finally {
    await emulator.close()
  }
}
