import type * as sdkModule from '@daytonaio/sdk'
import { ModuleLoader } from '@caisson/kit/http'

/** What is used of the vendor's SDK. */
export type DaytonaSdk = typeof sdkModule

/** The SDK, loaded on first use. */
export class SdkLoader extends ModuleLoader<DaytonaSdk> {
  constructor() {
    super(async () => import('@daytonaio/sdk'))
  }
}
