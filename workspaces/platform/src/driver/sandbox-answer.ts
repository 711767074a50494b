import { z } from 'zod'
import type { PlatformBackend } from '../exec/exec-lease.js'
import type { MachineFacts } from './machine-facts.js'

function dateOf(text: string | null | undefined): Date | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : new Date(time)
}

const optionalText = z.string().nullish()

const pending = z
  .object({ templateId: z.string(), retryAfterMs: z.number().nullish() })
  .transform(({ templateId, retryAfterMs }) => ({ templateId, retryAfterMs: retryAfterMs ?? undefined }))

/** What the platform answers about a sandbox. */
export function sandboxAnswer(backend: PlatformBackend): z.ZodType<MachineFacts> {
  return z
    .object({
      id: z.string().min(1),
      providerResourceId: optionalText,
      status: optionalText,
      createdAt: optionalText,
      destroyedAt: optionalText,
      instanceUrl: optionalText,
      instanceToken: optionalText,
      templatePending: pending.nullish(),
    })
    .transform((answer) => ({
      sandboxId: answer.id,
      providerResourceId: answer.providerResourceId ?? undefined,
      status: answer.status ?? undefined,
      createdAt: dateOf(answer.createdAt),
      // A time that cannot be read is one at which it was destroyed all the same.
      destroyedAt: answer.destroyedAt ? (dateOf(answer.destroyedAt) ?? new Date(0)) : undefined,
      instanceUrl: answer.instanceUrl ?? undefined,
      instanceToken: answer.instanceToken ?? undefined,
      templatePending: answer.templatePending ?? undefined,
      backend,
    }))
}
