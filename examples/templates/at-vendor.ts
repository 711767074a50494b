import {
  startDaytonaEmulator,
  startE2BEmulator,
  startPlatformEmulator,
  type E2BEmulatorOptions,
} from '@caisson/emulators'

/** What emulators of all vendors have. */
interface Emulator {
  /** Variables that lead the vendor's clients there. */
  readonly env: Readonly<Record<string, string>>
  describe(): { readonly summary: string }
  close(): Promise<void>
}

/** With the vendor's key in the environment an example runs at the vendor, else at an emulator on this machine. */
async function atVendor(key: string, start: () => Promise<Emulator>): Promise<AsyncDisposable> {
  if (process.env[key] !== undefined) return { [Symbol.asyncDispose]: async () => undefined }
  const emulator = await start()
  console.log(emulator.describe().summary)
  Object.assign(process.env, emulator.env)
  return {
    [Symbol.asyncDispose]: async () => {
      for (const name of Object.keys(emulator.env)) delete process.env[name]
      await emulator.close()
    },
  }
}

/** At E2B, with an account: E2B_API_KEY. */
export async function atE2B(options?: E2BEmulatorOptions): Promise<AsyncDisposable> {
  return await atVendor('E2B_API_KEY', () => startE2BEmulator(options))
}

/** At Daytona, with an account: DAYTONA_API_KEY. */
export async function atDaytona(): Promise<AsyncDisposable> {
  return await atVendor('DAYTONA_API_KEY', () => startDaytonaEmulator())
}

/** At Platform, with an account: MASTRA_PLATFORM_ACCESS_TOKEN, MASTRA_PROJECT_ID and MASTRA_ENVIRONMENT_ID. */
export async function atPlatform(): Promise<AsyncDisposable> {
  return await atVendor('MASTRA_PLATFORM_ACCESS_TOKEN', () => startPlatformEmulator())
}
