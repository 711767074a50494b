import { type DigestName, isDigestName, type Upload } from '../../../objects/index.js'
import { invalidArgument, s3Failure } from '../../errors/s3-failure.js'
import { checksumNames } from '../../payload/checksums.js'
import type { S3Call } from '../../s3-call.js'

type ChecksumType = 'COMPOSITE' | 'FULL_OBJECT'

/** The checksum an upload's object will have. */
export interface UploadChecksum {
  readonly name: DigestName
  readonly type: ChecksumType
}

/** Which algorithms can be of the whole content, and which of the parts' checksums. The first is the default. */
const types: Readonly<Partial<Record<DigestName, readonly ChecksumType[]>>> = {
  crc32: ['COMPOSITE', 'FULL_OBJECT'],
  crc32c: ['COMPOSITE', 'FULL_OBJECT'],
  crc64nvme: ['FULL_OBJECT'],
  sha1: ['COMPOSITE'],
  sha256: ['COMPOSITE'],
}

const key = 'checksum'

/** Reads what the beginning of an upload says. */
export function readUploadChecksum(call: S3Call): UploadChecksum | undefined {
  const [algorithm, type] = [call.header('x-amz-checksum-algorithm'), call.header('x-amz-checksum-type')]
  if (algorithm === undefined) {
    if (type === undefined) return undefined
    throw s3Failure('InvalidRequest', { message: 'x-amz-checksum-type needs x-amz-checksum-algorithm' })
  }
  const name = algorithm.toLowerCase()
  if (!isDigestName(name) || !checksumNames.includes(name)) {
    throw invalidArgument('x-amz-checksum-algorithm', algorithm, 'Checksum algorithm provided is unsupported.')
  }
  const allowed = types[name] ?? []
  const chosen = type === undefined ? allowed[0] : allowed.find((candidate) => candidate === type)
  if (chosen !== undefined) return { name, type: chosen }
  const message = `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`
  throw s3Failure('InvalidRequest', { message })
}

/** The form in which an upload keeps it among its attributes. */
export function keepUploadChecksum(checksum: UploadChecksum | undefined): Record<string, string> {
  return checksum === undefined ? {} : { [key]: `${checksum.name} ${checksum.type}` }
}

export function uploadChecksum({ draft }: Upload): UploadChecksum | undefined {
  const [name = '', type] = (draft.attributes[key] ?? '').split(' ')
  if (!isDigestName(name)) return undefined
  return { name, type: type === 'COMPOSITE' ? 'COMPOSITE' : 'FULL_OBJECT' }
}

/** The attributes of the object itself. */
export function withoutUploadChecksum({ draft }: Upload): Record<string, string> {
  const { [key]: _checksum, ...attributes } = draft.attributes
  return attributes
}
