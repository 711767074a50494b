import type { IncomingHttpHeaders } from 'node:http'
import type { StoredObject } from '../../objects/index.js'
import { etagOf } from './object-view.js'
import { conditionNotMet, failure, invalid } from '../wire/failures.js'

/** What a request wants to be true of an object. A generation of 0: that there is none. */
export interface Conditions {
  readonly generationMatch?: number | undefined
  readonly generationNotMatch?: number | undefined
  readonly metagenerationMatch?: number | undefined
  readonly metagenerationNotMatch?: number | undefined
}

type Look = (name: string) => string | undefined

function readNumber(look: Look, name: string): number | undefined {
  const text = look(name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,19}$/.test(text)) throw invalid(`Invalid value for ${name}: ${JSON.stringify(text)}`)
  return Number(text)
}

function readAll(look: Look, names: Readonly<Record<keyof Conditions, string>>): Conditions {
  return {
    generationMatch: readNumber(look, names.generationMatch),
    generationNotMatch: readNumber(look, names.generationNotMatch),
    metagenerationMatch: readNumber(look, names.metagenerationMatch),
    metagenerationNotMatch: readNumber(look, names.metagenerationNotMatch),
  }
}

/** From the query; `Source` stands in the names of those about the source of a copy. Throws 400. */
export function readConditions(query: URLSearchParams, of: '' | 'Source' = ''): Conditions {
  return readAll((name) => query.get(name) ?? undefined, {
    generationMatch: `if${of}GenerationMatch`,
    generationNotMatch: `if${of}GenerationNotMatch`,
    metagenerationMatch: `if${of}MetagenerationMatch`,
    metagenerationNotMatch: `if${of}MetagenerationNotMatch`,
  })
}

/** From headers, as the older API has them. Throws 400. */
export function readHeaderConditions(headers: IncomingHttpHeaders): Conditions {
  return readAll((name) => [headers[name] ?? []].flat()[0], {
    generationMatch: 'x-goog-if-generation-match',
    generationNotMatch: 'x-goog-if-generation-not-match',
    metagenerationMatch: 'x-goog-if-metageneration-match',
    metagenerationNotMatch: 'x-goog-if-metageneration-not-match',
  })
}

function differs(wanted: number | undefined, actual: number): boolean {
  return wanted !== undefined && wanted !== actual
}

function equals(unwanted: number | undefined, actual: number): boolean {
  return unwanted !== undefined && unwanted === actual
}

/** Throws 412; where only reading is asked for and the client has the object already, 304. */
export function checkConditions(conditions: Conditions, object: StoredObject | undefined, use: 'read' | 'write'): void {
  const { generation = 0, metageneration = 0 } = object ?? {}
  const { generationMatch, generationNotMatch, metagenerationMatch, metagenerationNotMatch } = conditions
  if (differs(generationMatch, generation) || differs(metagenerationMatch, metageneration)) throw conditionNotMet()
  if (!equals(generationNotMatch, generation) && !equals(metagenerationNotMatch, metageneration)) return
  throw use === 'read' ? failure(304, 'notModified', 'Not Modified') : conditionNotMet()
}

function isNamed(header: string, etag: string): boolean {
  return header.split(',').some((given) => ['*', etag, `"${etag}"`].includes(given.trim()))
}

/** What HTTP itself has for reading what has changed, or has not. Throws 412 and 304. */
export function checkEtags(headers: IncomingHttpHeaders, object: StoredObject): void {
  const etag = etagOf(object)
  const { 'if-match': wanted, 'if-none-match': known } = headers
  if (wanted !== undefined && !isNamed(wanted, etag)) throw conditionNotMet()
  if (known !== undefined && isNamed(known, etag)) throw failure(304, 'notModified', 'Not Modified')
}
