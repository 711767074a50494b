import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { encode, encodeBits, encodeIdentifier, encodeInteger, encodeTime, tagged } from './der.js'

const identifiers = {
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const satisfies Record<string, string>

/** Some clients refuse certificates of servers that are valid for longer. */
const validDays = 397
const dayMs = 86_400_000

interface Party {
  readonly name: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** A certificate authority of this process and a certificate it has signed, as PEM. */
export interface ServerCertificate {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

const yes = encode('boolean', Buffer.from([0xff]))
const algorithm = encode('sequence', encodeIdentifier(identifiers.ecdsaWithSha256))

function makeParty(name: string): Party {
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) }
}

function distinguishedName(name: string): Buffer {
  const value = encode('text', Buffer.from(name))
  const attribute = encode('sequence', encodeIdentifier(identifiers.commonName), value)
  return encode('sequence', encode('set', attribute))
}

function publicBytes(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1').update(publicBytes(key)).digest()
}

function extension(identifier: string, value: Buffer, critical = false): Buffer {
  return encode('sequence', encodeIdentifier(identifier), ...(critical ? [yes] : []), encode('octetString', value))
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return tagged(0x87, Buffer.from(name.split('.').map(Number)))
  return tagged(0x82, Buffer.from(name))
}

function extensionsOf(subject: Party, issuer: Party, names: readonly string[]): Buffer[] {
  const subjectKey = extension(identifiers.subjectKey, encode('octetString', keyId(subject.publicKey)))
  if (subject === issuer) {
    const signsCertificates = encodeBits(Buffer.from([0x06]), 1)
    return [
      extension(identifiers.basicConstraints, encode('sequence', yes), true),
      extension(identifiers.keyUsage, signsCertificates, true),
      subjectKey,
    ]
  }
  const digitalSignature = encodeBits(Buffer.from([0x80]), 7)
  const usage = encode('sequence', encodeIdentifier(identifiers.serverAuthentication))
  return [
    extension(identifiers.basicConstraints, encode('sequence'), true),
    extension(identifiers.keyUsage, digitalSignature, true),
    extension(identifiers.extendedUsage, usage),
    extension(identifiers.alternativeNames, encode('sequence', ...names.map(alternativeName))),
    subjectKey,
    extension(identifiers.authorityKey, encode('sequence', tagged(0x80, keyId(issuer.publicKey)))),
  ]
}

function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function issue(subject: Party, issuer: Party, names: readonly string[] = []): string {
  const now = Date.now()
  const validity = encode(
    'sequence',
    encodeTime(new Date(now - dayMs)),
    encodeTime(new Date(now + (validDays - 1) * dayMs)),
  )
  const content = encode(
    'sequence',
    tagged(0xa0, encodeInteger(Buffer.from([2]))),
    // The first byte keeps the number positive and of full length.
    encodeInteger(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer.name),
    validity,
    distinguishedName(subject.name),
    publicBytes(subject.publicKey),
    tagged(0xa3, encode('sequence', ...extensionsOf(subject, issuer, names))),
  )
  const signature = sign('sha256', content, issuer.privateKey)
  return toPem('CERTIFICATE', encode('sequence', content, algorithm, encodeBits(signature)))
}

/**
 * Makes an authority and a certificate for these names (`*.name` for all direct subdomains, IPv4 addresses too). The authority's key is
 * forgotten at once: nobody can sign more with it, so that trusting it in one process is safe.
 */
export function makeServerCertificate(names: readonly string[]): ServerCertificate {
  const authority = makeParty('Caisson emulator, local only')
  const server = makeParty(names[0] ?? 'localhost')
  return {
    ca: issue(authority, authority),
    certificate: issue(server, authority, names),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
