import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

/** A running Azurite. */
export interface Azurite {
  /** Address of the account's blobs. */
  readonly endpoint: string
  readonly accountName: string
  readonly accountKey: string
  readonly connectionString: string
  /** A signature that lets its owner do everything in a container. */
  sasFor(container: string): string
  close(): Promise<void>
}

const accountName = 'devstoreaccount1'
/** The key that Azurite documents for this account. */
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

function sasFor(container: string): string {
  const [permissions, end, version] = ['racwdl', '2099-01-01T00:00:00Z', '2020-12-06']
  const empty = ['', '', '', '', '', '', '']
  const resource = `/blob/${accountName}/${container}`
  const text = [permissions, '', end, resource, '', '', '', version, 'c', ...empty].join('\n')
  const signature = createHmac('sha256', Buffer.from(accountKey, 'base64')).update(text).digest('base64')
  return `?${new URLSearchParams({ sv: version, sr: 'c', sp: permissions, se: end, sig: signature }).toString()}`
}

/** Starts Microsoft's own emulator of Azure Blob Storage on a free port, with everything in memory. */
export async function startAzurite(): Promise<Azurite> {
  const main = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js')
  const options = ['--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--skipApiVersionCheck']
  const server = spawn(process.execPath, [main, ...options, '--disableTelemetry'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(server, 'exit')
  const kill = (): void => void server.kill()
  process.once('exit', kill)
  let url: string | undefined
  for await (const line of createInterface({ input: server.stdout })) {
    url = /successfully listens on (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) break
  }
  if (url === undefined) throw new TypeError('Azurite ended before it listened')
  server.stdout.resume()
  const endpoint = `${url}/${accountName}`
  return {
    endpoint,
    accountName,
    accountKey,
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${accountName};AccountKey=${accountKey};BlobEndpoint=${endpoint};`,
    sasFor,
    close: async () => {
      process.off('exit', kill)
      kill()
      await exited
    },
  }
}
