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
