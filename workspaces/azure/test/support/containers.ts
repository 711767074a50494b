import { afterAll, beforeAll } from 'vitest'
import { AzureBlobDriver } from '../../src/driver/index.js'
import { resolveAzureOptions } from '../../src/options/index.js'
import { startAzurite, type Azurite } from './azurite.js'

/** One Azurite for a file of tests, and a container for each case. */
export interface Containers {
  readonly azurite: Azurite
  /** A driver of a container that is there, empty, and nobody else's. */
  driver(): Promise<AzureBlobDriver>
  /** The name of a new container. */
  create(): Promise<string>
}

export function useAzurite(): Containers {
  let azurite: Azurite | undefined
  let made = 0
  beforeAll(async () => {
    azurite = await startAzurite()
  })
  afterAll(async () => azurite?.close())
  const running = (): Azurite => {
    if (azurite === undefined) throw new TypeError('Expected Azurite to run')
    return azurite
  }
  const driverOf = (container: string): AzureBlobDriver =>
    new AzureBlobDriver(resolveAzureOptions({ container, connectionString: running().connectionString }).account)
  const create = async (): Promise<string> => {
    made += 1
    const container = `box-${made}`
    const { writer } = await driverOf(container).load()
    await writer.create()
    return container
  }
  return {
    get azurite() {
      return running()
    },
    create,
    driver: async () => driverOf(await create()),
  }
}
