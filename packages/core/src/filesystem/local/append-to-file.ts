import { fstatSync, futimes } from 'node:fs'
import { join } from 'node:path'
import { throwIfAborted } from '../throw-if-aborted.js'
import { atLinkTarget } from './at-link-target.js'
import { disk } from './disk.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { openFlags } from './open-flags.js'
import { pathLocks } from './path-locks.js'
import { checkRegular } from './check-regular.js'
import { promised } from './promised.js'

/** Adds to the end of a file, in place; makes the file and its parents when missing. A link is written through. */
export async function appendToFile(guard: LocalGuard, target: LocalTarget, content: Uint8Array): Promise<void> {
  await atLinkTarget(guard, target, { create: true, follow: true }, async ({ anchor, name, existing }) =>
    pathLocks.run(join(anchor.realPath, name), async () => {
      throwIfAborted(target.signal, target.path, target.operation)
      const descriptor = await disk.open(anchor.at(name), openFlags.append, 0o666)
      try {
        const before = checkRegular(fstatSync(descriptor), target)
        await disk.write(descriptor, content)
        const after = fstatSync(descriptor)
        // Times are compared in milliseconds: two appends within one must not look the same.
        if (existing && after.mtime.getTime() === before.mtime.getTime()) {
          await promised(futimes)(descriptor, after.atime, new Date(after.mtime.getTime() + 1))
        }
      } finally {
        await disk.close(descriptor)
      }
    }),
  )
}
