import type { DetachedRelayNeeds } from '@caisson/kit/relay'
import { inputBytesOf } from '../exec/index.js'
import type { PlatformMachine } from './platform-machine.js'

/** What the platform's sockets carry well: they are streams, and one of them may be open for long. */
export function relayNeeds(attached: () => PlatformMachine | undefined): DetachedRelayNeeds {
  return {
    maxAnswerBytes: 8 * 1024 * 1024,
    maxStreamBytes: 64 * 1024 * 1024,
    longestAnswerMs: 10 * 60_000,
    // What the server's sockets can do is known with the first lease.
    get maxInputBytes() {
      return inputBytesOf(attached()?.exec.place.features() ?? { takesInput: false })
    },
  }
}
