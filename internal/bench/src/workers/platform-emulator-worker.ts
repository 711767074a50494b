import { startPlatformEmulator } from '@caisson/emulators'

/** An emulator in a process of its own, so that its work is not measured as that of whoever talks to it. Ends with its parent. */
const emulator = await startPlatformEmulator()
process.once('disconnect', () => {
  void emulator.close().finally(() => process.exit())
})
process.send?.({ url: emulator.url, env: emulator.env })
