import { copyObject, renameObject } from './copy-object.js'
import { deleteObject } from './delete-object.js'
import { makeDirectory } from './directory-objects.js'
import { invalid } from './failures.js'
import { getObject, headObject } from './get-object.js'
import { listObjects } from './list-objects.js'
import { putObject } from './put-object.js'
import { readKey } from './read-key.js'
import type { StorageExchange, StorageRoute } from './storage-exchange.js'

async function postDirectory({ cloud, request, reply, params }: StorageExchange): Promise<void> {
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const key = readKey(request.url ?? '', params['*'] ?? '')
  const isMade = await makeDirectory(cloud.files, bucket, key)
  reply.send(isMade ? 201 : 200, { key: `${key.replace(/\/$/, '')}/` })
}

const operations: ReadonlyMap<string | null, StorageRoute['handle']> = new Map([
  ['copy', copyObject],
  ['rename', renameObject],
  ['mkdir', postDirectory],
])

async function operate(exchange: StorageExchange): Promise<void> {
  const name = exchange.url.searchParams.get('op')
  const operation = operations.get(name)
  if (operation === undefined) throw invalid(`op: expected copy, rename or mkdir, given ${JSON.stringify(name)}`)
  await operation(exchange)
}

/** A bucket is no object: only its name and a slash is a listing. */
async function getObjectOrList(exchange: StorageExchange): Promise<void> {
  if (exchange.params['*'] === '') listObjects(exchange)
  else await getObject(exchange)
}

/** The routes of the file store. */
export const storageRoutes: readonly StorageRoute[] = [
  { method: 'GET', path: '/fs/:bucket', handle: listObjects },
  { method: 'GET', path: '/fs/:bucket/*', handle: getObjectOrList },
  { method: 'HEAD', path: '/fs/:bucket/*', handle: headObject },
  { method: 'PUT', path: '/fs/:bucket/*', handle: putObject },
  { method: 'DELETE', path: '/fs/:bucket/*', handle: deleteObject },
  { method: 'POST', path: '/fs/:bucket/*', handle: operate },
]
