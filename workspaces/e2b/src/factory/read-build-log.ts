import type { TemplateBuildStatusResponse } from 'e2b'
import { buildRequestError, buildRequestFacts } from '../templates/builds/request-failure.js'
import type { BuildIds } from '../templates/builds/find-builds.js'
import type { TemplateAccount } from '../templates/builds/template-account.js'

/** E2B tells so many lines at once. */
const pageLength = 100
const mostPages = 100
/** Of longer logs the last lines are kept. */
const mostLines = 1000

/** How a build stands, with its lines. */
export interface BuildSight {
  readonly status: string
  readonly reason: TemplateBuildStatusResponse['reason'] | undefined
  readonly lines: readonly string[]
}

/**
 * Looks at a build: one request, and one more for each further 100 lines of its log. `undefined` where E2B knows no such build of this account.
 * Throws what else the request fails with.
 */
export async function readBuildLog(account: TemplateAccount, ids: BuildIds): Promise<BuildSight | undefined> {
  let lines: string[] = []
  try {
    for (let page = 0; ; page += 1) {
      const logsOffset = page * pageLength
      const { status, reason, logEntries } = await account.sdk.Template.getBuildStatus(ids, {
        ...account.options(),
        logsOffset,
      })
      lines = [...lines, ...logEntries.map(({ message }) => message)].slice(-mostLines)
      if (logEntries.length < pageLength || page + 1 === mostPages) return { status, reason, lines }
    }
  } catch (error) {
    if (isUnknown(error, account)) return undefined
    throw buildRequestError(error, account.sdk, ids.templateId)
  }
}

/** Which of these it is depends on what is unknown: the template, the build, or that it is this account's. */
function isUnknown(error: unknown, { sdk }: TemplateAccount): boolean {
  return ['NOT_FOUND', 'INVALID_ARGUMENT', 'PERMISSION_DENIED'].includes(buildRequestFacts(error, sdk).code)
}
