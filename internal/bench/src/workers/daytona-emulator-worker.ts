import { startDaytonaEmulator } from '@caisson/emulators'

/**
 * An emulator in a process of its own, so that its work is not measured as that of whoever talks to it. Ends with its parent.
 * Its argument is how many milliseconds it waits before each answer. Asked for what came after a request, it tells how many
 * requests that was waited for, and the number of the latest.
 */
const emulator = await startDaytonaEmulator({ latencyMs: Number(process.argv[2] ?? 0) })
process.once('disconnect', () => {
  void emulator.close().finally(() => process.exit())
})
process.on('message', ({ after }: { after: number }) => {
  process.send?.({ requests: emulator.journal.count({ kind: 'call', after }), last: emulator.journal.last })
})
process.send?.({ apiUrl: emulator.apiUrl })
