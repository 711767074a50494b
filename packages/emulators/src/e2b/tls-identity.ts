import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeServerCertificate, type ServerCertificate } from '../http/tls/certificate.js'
import { resolverSource } from './resolver-source.js'

/** What makes clients trust and find the emulator's domain. */
export interface TlsIdentity extends ServerCertificate {
  readonly caFile: string
  readonly resolverFile: string
}

export async function makeTlsIdentity(directory: string, domain: string): Promise<TlsIdentity> {
  const identity = makeServerCertificate([domain, `*.${domain}`, 'localhost', '127.0.0.1'])
  const folder = path.join(directory, 'tls')
  await mkdir(folder, { recursive: true })
  const caFile = path.join(folder, 'ca.pem')
  const resolverFile = path.join(folder, 'resolve-domain.mjs')
  await writeFile(caFile, identity.ca)
  await writeFile(resolverFile, resolverSource(domain))
  return { ...identity, caFile, resolverFile }
}

/** Variables for clients: Node reads the authority and the resolver when it starts. */
export function tlsVariables(identity: TlsIdentity, domain: string, port: number): Record<string, string> {
  return {
    E2B_DOMAIN: `${domain}:${port}`,
    NODE_EXTRA_CA_CERTS: identity.caFile,
    NODE_OPTIONS: `--import=${identity.resolverFile}`,
  }
}
