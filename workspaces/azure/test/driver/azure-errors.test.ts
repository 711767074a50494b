import { describe, expect, it } from 'vitest'
import { AzureBlobDriver } from '../../src/driver/index.js'
import { azureErrorKind } from '../../src/driver/error-kind.js'
import { resolveAzureOptions, type AzureBlobFilesystemOptions } from '../../src/options/index.js'
import { useAzurite } from '../support/containers.js'

const containers = useAzurite()

function driverOf(options: AzureBlobFilesystemOptions): AzureBlobDriver {
  return new AzureBlobDriver(resolveAzureOptions(options).account)
}

async function kinds(driver: AzureBlobDriver): Promise<string[]> {
  const calls = [driver.check(), driver.head('x'), driver.get('x', {}), driver.put('x', new Uint8Array(1), {})]
  const outcomes = calls.map(async (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      (error: unknown) => driver.classifyError(error),
    ),
  )
  return Promise.all(outcomes)
}

describe('errors of the service', () => {
  it('[BR-149] say that a container is missing, not that files are', async () => {
    const { connectionString } = containers.azurite
    const driver = driverOf({ container: 'none', connectionString })
    expect(await kinds(driver)).toEqual(['noBucket', 'noBucket', 'noBucket', 'noBucket'])
  })

  it('[BR-149] say that a key is wrong, not that files are missing', async () => {
    const { origin } = containers.azurite
    const container = await containers.create()
    const driver = driverOf({ container, accountName: 'devstoreaccount1', accountKey: 'QUJD', endpoint: origin })
    // Azurite calls it a lack of rights.
    expect(await kinds(driver)).toEqual(['denied', 'denied', 'denied', 'denied'])
  })

  it('say that nobody answers', async () => {
    const driver = driverOf({
      container: 'box',
      accountName: 'abc',
      accountKey: 'QUJD',
      endpoint: 'http://127.0.0.1:9',
    })
    const call = driver.put('x', new Uint8Array(1), {})
    const error: unknown = await call.catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toBe('unavailable')
  })

  it('are named by code before status, and by name where there is neither', async () => {
    const { sdk } = await driverOf({ container: 'box', accountName: 'abc' }).load()
    const rest = (statusCode: number, code?: string): Error =>
      new sdk.RestError('', { statusCode, ...(code && { code }) })
    const rows: [Error, string][] = [
      [rest(404, 'ContainerNotFound'), 'noBucket'],
      [rest(404, 'BlobNotFound'), 'missing'],
      [rest(404), 'missing'],
      [rest(403, 'AuthenticationFailed'), 'unauthenticated'],
      [rest(403, 'AuthorizationPermissionMismatch'), 'denied'],
      [rest(409, 'PublicAccessNotPermitted'), 'denied'],
      [rest(409, 'BlobAlreadyExists'), 'exists'],
      [rest(409, 'BlobArchived'), 'unavailable'],
      [rest(409), 'conflict'],
      [rest(412), 'changed'],
      [rest(400, 'InvalidBlockList'), 'conflict'],
      [rest(400), 'invalid'],
      [rest(503, 'ServerBusy'), 'rateLimited'],
      [rest(500, 'OperationTimedOut'), 'unavailable'],
      [rest(502), 'unavailable'],
      [rest(503), 'unavailable'],
      [rest(302), 'unknown'],
      [new sdk.RestError('', { code: 'REQUEST_SEND_ERROR' }), 'unavailable'],
      [new DOMException('', 'AbortError'), 'aborted'],
      [Object.assign(new TypeError(), { name: 'AggregateAuthenticationError' }), 'unauthenticated'],
      [new TypeError(), 'unknown'],
    ]
    expect(rows.map(([error]) => azureErrorKind(error))).toEqual(rows.map(([, kind]) => kind))
    expect(azureErrorKind('text')).toBe('unknown')
  })
})
