import type { SandboxLifecycle } from 'e2b'
import { z } from 'zod'

const action = z.enum(['pause', 'kill'])

const parts = z.strictObject({
  onTimeout: z.union([action, z.strictObject({ action, keepMemory: z.boolean().optional() })]),
  autoResume: z.boolean().optional(),
})

type Parts = z.infer<typeof parts>

/** What the SDK would refuse only once a machine is created is refused here. */
const faults: readonly { path: string[]; expected: string; isFault: (lifecycle: Parts) => boolean }[] = [
  {
    path: ['onTimeout', 'keepMemory'],
    expected: "nothing unless the action is 'pause'",
    isFault: ({ onTimeout }) => typeof onTimeout !== 'string' && 'keepMemory' in onTimeout && isKill({ onTimeout }),
  },
  {
    path: ['autoResume'],
    expected: "true only when the action is 'pause'",
    isFault: (lifecycle) => lifecycle.autoResume === true && isKill(lifecycle),
  },
  {
    path: ['autoResume'],
    expected: 'true only when the memory is kept, since traffic cannot wake a machine that has to boot',
    isFault: ({ onTimeout, autoResume }) =>
      autoResume === true && typeof onTimeout !== 'string' && onTimeout.keepMemory === false,
  },
]

const checked: z.ZodType<Parts> = parts.superRefine((lifecycle, context) => {
  const fault = faults.find(({ isFault }) => isFault(lifecycle))
  if (fault) context.addIssue({ code: 'custom', path: fault.path, params: { expected: fault.expected } })
})

/** What happens when the lifetime of a machine is over. The SDK's type only has no explicit `undefined`. */
export const lifecycleType: z.ZodType<SandboxLifecycle> = checked as z.ZodType<SandboxLifecycle>

function isKill({ onTimeout }: Pick<Parts, 'onTimeout'>): boolean {
  return (typeof onTimeout === 'string' ? onTimeout : onTimeout.action) === 'kill'
}
