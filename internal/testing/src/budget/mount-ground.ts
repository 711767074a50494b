import type { MountProvider } from '../mounts/mount-provider.js'
import type { Stores } from '../mounts/stores.js'
import type { MountGround } from './operation.js'

/** What operations on mounts work with, made when the first of them asks for it. */
export function useMountGround(
  provider: Pick<MountProvider, 'buildImage'>,
  stores: Stores,
): () => Promise<MountGround> {
  let made: Promise<MountGround> | undefined
  const make = async (): Promise<MountGround> => {
    const [image, bareImage] = [await provider.buildImage('tools'), await provider.buildImage('bare')]
    const [s3, gcs, azure] = await Promise.all([stores.s3(), stores.gcs(), stores.azure()])
    return {
      image,
      bareImage,
      one: () => ({ '/data': s3.open() }),
      three: () => ({ '/data/s3': s3.open(), '/data/gcs': gcs.open(), '/azure': azure.open() }),
      threeAlike: () => ({
        '/data/a': s3.open({ prefix: 'a' }),
        '/data/b': s3.open({ prefix: 'b' }),
        '/c': s3.open({ prefix: 'c' }),
      }),
    }
  }
  return () => (made ??= make())
}
