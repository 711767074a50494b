import type { Upload, UploadPart } from '../../../objects/index.js'
import { s3Failure } from '../../errors/s3-failure.js'
import { checksumElements } from '../../payload/checksums.js'
import { childrenOf, type ReadElement, textOf } from '../../xml/read-xml.js'

function isChosen(part: UploadPart, item: ReadElement): boolean {
  const etag = (textOf(item, 'ETag') ?? '').replace(/^"(.*)"$/, '$1')
  if (part.etag !== etag) return false
  return Object.entries(checksumElements(part.digests)).every(([name, value]) => {
    const given = textOf(item, name)
    return given === undefined || given === value
  })
}

function choose(upload: Upload, item: ReadElement): UploadPart {
  const number = Number(textOf(item, 'PartNumber'))
  if (!Number.isInteger(number)) throw s3Failure('MalformedXML')
  const part = upload.parts.find((candidate) => candidate.number === number)
  if (part !== undefined && isChosen(part, item)) return part
  const details = { UploadId: upload.id, PartNumber: String(number), ETag: textOf(item, 'ETag') ?? '' }
  throw s3Failure('InvalidPart', { details })
}

function checkOrder(items: readonly ReadElement[]): void {
  let last = 0
  for (const item of items) {
    const number = Number(textOf(item, 'PartNumber'))
    if (number <= last) throw s3Failure('InvalidPartOrder')
    last = number
  }
}

/** The parts that a client names to make an object of, in order. Throws what the vendor answers to those that do not fit. */
export function chosenParts(upload: Upload, root: ReadElement, smallestBytes: number): readonly UploadPart[] {
  const items = childrenOf(root, 'Part')
  if (items.length === 0) throw s3Failure('MalformedXML')
  checkOrder(items)
  const parts = items.map((item) => choose(upload, item))
  const small = parts.slice(0, -1).find(({ content }) => content.size < smallestBytes)
  if (small === undefined) return parts
  const details = {
    ETag: small.etag,
    MinSizeAllowed: String(smallestBytes),
    ProposedSize: String(small.content.size),
    PartNumber: String(small.number),
  }
  throw s3Failure('EntityTooSmall', { details })
}
