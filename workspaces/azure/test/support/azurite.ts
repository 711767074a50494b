import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const program = path.join(
  path.dirname(createRequire(import.meta.url).resolve('azurite/package.json')),
  'dist/src/blob/main.js',
)

/** Ends with whoever started it, also when that has no time to end it. */
const lifeline = `data:text/javascript,${encodeURIComponent("process.stdin.resume().on('end', () => process.exit())")}`

/** The account that Azurite has, with its public key. */
export const account = {
  accountName: 'devstoreaccount1',
  accountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
} as const

/** A running Azurite. */
export interface Azurite {
  /** Of the account's blobs, with the account in the path. */
  readonly endpoint: string
  /** Without the account. */
  readonly origin: string
  readonly connectionString: string
  close(): Promise<void>
}

/** Starts Microsoft's emulator of the blob service on a free port; it keeps everything in memory. */
export async function startAzurite(extra: readonly string[] = []): Promise<Azurite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'azurite-'))
  const flags = ['--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--skipApiVersionCheck']
  const child = spawn(process.execPath, ['--import', lifeline, program, ...flags, '--disableTelemetry', ...extra], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const origin = await firstAddress(child.stdout)
  child.stdout.resume()
  const endpoint = `${origin}/${account.accountName}`
  const { accountName, accountKey } = account
  const connectionString = `AccountName=${accountName};AccountKey=${accountKey};BlobEndpoint=${endpoint};`
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { endpoint, origin, connectionString, close }
}

async function firstAddress(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    const address = /listens on (\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('Azurite ended before it listened')
}
