import { createRequire } from 'node:module'
import type * as sdkModule from 'e2b'
import { ModuleLoader } from '@caisson/kit/http'

/** What is used of the vendor's SDK. */
export type E2BSdk = Omit<typeof sdkModule, 'default'>

/** The SDK, loaded on first use. */
export class SdkLoader extends ModuleLoader<E2BSdk> {
  constructor() {
    super(async () => import('e2b'))
  }
}

/**
 * The SDK, loaded at once, for calls that cannot wait. Its package has one entry for both kinds of import, so that this is
 * the very module that programs import.
 */
export function loadSdkNow(): E2BSdk {
  const load: (name: string) => unknown = createRequire(import.meta.url)
  return load('e2b') as E2BSdk
}
