import { Content } from '../../objects/index.js'
import { checkConditions, readConditions } from '../objects/conditions.js'
import { factsFrom, type ObjectResource } from '../objects/object-resource.js'
import { viewObject } from '../objects/object-view.js'
import { failure, invalid } from '../wire/failures.js'
import { checkObjectName } from '../wire/object-name.js'
import { enterBucket, requireObject } from './enter-bucket.js'
import type { Answer, GCSCall } from './gcs-route.js'

const mostSources = 32

interface ComposeSource {
  readonly name: string
  readonly generation: string | null
  readonly generationMatch: number | undefined
}

function readSource(value: unknown): ComposeSource {
  if (typeof value !== 'object' || value === null) throw invalid('Invalid value for sourceObjects')
  const { name, generation, objectPreconditions } = value as Record<string, unknown>
  if (typeof name !== 'string') throw failure(400, 'required', 'Required parameter: sourceObjects.name')
  const conditions = objectPreconditions as { ifGenerationMatch?: unknown } | undefined
  const wanted = conditions?.ifGenerationMatch
  return {
    name,
    generation: typeof generation === 'string' || typeof generation === 'number' ? String(generation) : null,
    generationMatch: wanted === undefined ? undefined : Number(wanted),
  }
}

/** Joins objects of a bucket to one, without their contents coming here. */
export async function compose(call: GCSCall): Promise<Answer> {
  const { sourceObjects, destination = {} } = await call.body()
  const name = checkObjectName(call.parameter('object'))
  const bucket = enterBucket(call, 'storage.objects.create', name)
  if (!Array.isArray(sourceObjects) || sourceObjects.length === 0 || sourceObjects.length > mostSources) {
    throw invalid(`Expected 1 to ${mostSources} source objects`)
  }
  const sources = sourceObjects.map(readSource).map((source) => {
    enterBucket(call, 'storage.objects.get', source.name)
    const object = requireObject(bucket, source.name, source.generation)
    checkConditions({ generationMatch: source.generationMatch }, object, 'write')
    return object
  })
  const facts = factsFrom(destination as ObjectResource, sources[0]?.contentType)
  const content = Content.join(sources.map((source) => source.content))
  const digests = await call.cloud.store.digest(content, ['crc32c'])
  const count = sources.reduce((sum, { attributes }) => sum + Number(attributes['componentCount'] ?? 1), 0)
  const conditions = readConditions(call.query)
  const draft = {
    ...facts,
    attributes: { ...facts.attributes, componentCount: String(count) },
    content,
    digests,
    etag: '',
  }
  const object = bucket.put(name, draft, (current) => checkConditions(conditions, current, 'write'))
  return { status: 200, body: viewObject(object, { bucket: bucket.name, origin: call.origin }) }
}
