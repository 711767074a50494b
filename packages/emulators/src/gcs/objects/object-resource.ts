import type { ObjectPatch } from '../../objects/index.js'
import { invalid, notImplemented } from '../wire/failures.js'
import { attributeNames } from './object-view.js'

/** The description of an object as a client sends it. */
export type ObjectResource = Readonly<Record<string, unknown>>

/** Members that ask for something the emulator has not: to take them and do nothing would be a lie. */
const unknownMembers = ['acl', 'eventBasedHold', 'kmsKeyName', 'retention', 'temporaryHold'] as const

const defaultType = 'application/octet-stream'

function textOf(resource: ObjectResource, name: string): string | undefined {
  const value = resource[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`Invalid value for ${name}: expected a string`)
  return value
}

function checkMembers(resource: ObjectResource): void {
  const unknown = unknownMembers.find((name) => {
    const value = resource[name]
    return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
  })
  if (unknown !== undefined) throw notImplemented(`the member ${unknown} of an object`)
}

function readMetadata(value: unknown, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (value === undefined) return before
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Invalid value for metadata: expected an object')
  const merged = new Map(Object.entries(before))
  for (const [name, text] of Object.entries(value)) {
    if (text === null) merged.delete(name)
    else if (typeof text === 'string') merged.set(name, text)
    else throw invalid(`Invalid value for metadata.${name}: expected a string`)
  }
  return Object.fromEntries(merged)
}

/** What a new object has beside its content. `mediaType`: that of the content as it was sent. Throws 400 and 501. */
export function factsFrom(resource: ObjectResource, mediaType: string | undefined): Required<ObjectPatch> {
  return patchOf(resource, { contentType: mediaType ?? defaultType, metadata: {}, attributes: {} })
}

/** What an object has when the members of a description have been changed: `null` removes, what is absent stays. Throws 400 and 501. */
export function patchOf(resource: ObjectResource, before: Required<ObjectPatch>): Required<ObjectPatch> {
  checkMembers(resource)
  const attributes = new Map(Object.entries(before.attributes))
  for (const name of attributeNames) {
    const value = textOf(resource, name)
    if (value !== undefined) attributes.set(name, value)
    else if (resource[name] === null) attributes.delete(name)
  }
  const contentType = textOf(resource, 'contentType')
  return {
    contentType: contentType ?? (resource['contentType'] === null ? defaultType : before.contentType),
    metadata: readMetadata(resource['metadata'], before.metadata),
    attributes: Object.fromEntries(attributes),
  }
}
