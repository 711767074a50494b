import type { Stores } from '@caisson/testing'
import type { Emulated } from '../support/emulated.js'
import { buildBareTemplate, buildToolsTemplate } from '../support/mount-tools.js'
import type { MountGround } from './budget-row.js'

/** What rows about mounts work with, made when the first of them asks for it. */
export function useMountGround(target: Emulated, stores: Stores): () => Promise<MountGround> {
  let made: Promise<MountGround> | undefined
  const make = async (): Promise<MountGround> => {
    const [template, bareTemplate] = [await buildToolsTemplate(target), await buildBareTemplate(target)]
    const [s3, gcs, azure] = await Promise.all([stores.s3(), stores.gcs(), stores.azure()])
    return {
      template,
      bareTemplate,
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
