import { invalidArgument } from '@caisson/core/workspace'
import { textOption } from '@caisson/kit/options'
import { z } from 'zod'
import { clientOptionShape, PlatformClient, resolveConnectionLate } from '../client/index.js'
import type { PlatformTemplate } from './platform-template.js'
import type { TemplateBuildOptions, TemplateBuildStatus } from './template-build-options.js'
import { templateRequest } from './template-request.js'

const owner = 'Template.build'

type ConnectionOptions = Omit<TemplateBuildOptions, 'abortSignal'>

const schema: z.ZodType<ConnectionOptions> = z.strictObject({
  ...clientOptionShape,
  environmentId: textOption((value) => value.trim() !== '', {
    description: 'The environment whose sandboxes may boot from it.',
    expected: 'the id of an environment',
    environment: ['MASTRA_ENVIRONMENT_ID'],
  }),
})

const answerSchema: z.ZodType<TemplateBuildStatus> = z.object({
  status: z.enum(['ready', 'pending', 'failed']),
  templateId: z.string(),
  retryAfterMs: z.number().optional(),
  error: z.string().optional(),
})

/** Asks for a build, or how it stands: the same request does both. */
export async function buildTemplate(
  template: PlatformTemplate,
  { abortSignal, ...given }: TemplateBuildOptions,
): Promise<TemplateBuildStatus> {
  const { options, connection } = resolveConnectionLate(schema, given, { owner })
  const { environmentId } = options
  if (environmentId === undefined) {
    const name = `${owner} option environmentId (environment variable MASTRA_ENVIRONMENT_ID)`
    throw invalidArgument({ name, expected: 'the id of an environment', given: undefined })
  }
  const client = new PlatformClient({ connection, fetch: options.fetch ?? fetch })
  const request = templateRequest(template)
  return client.json(
    {
      operation: 'build a template',
      method: 'POST',
      path: '/sandbox/templates/builds',
      json: { environmentId, ...request },
      secrets: Object.values(request.templateBuildEnvs ?? {}),
      signal: abortSignal,
    },
    answerSchema,
  )
}
