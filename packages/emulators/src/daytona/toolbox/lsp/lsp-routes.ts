import { optionalText } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxRoute } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'

const languages: ReadonlySet<string | undefined | null> = new Set(['python', 'typescript', 'javascript'])

function requireLanguage(language: string | undefined | null): void {
  if (!languages.has(language)) throw new ToolboxError(400, `bad request: unsupported language: ${language ?? ''}`)
}

function answered(path: string, value?: unknown): ToolboxRoute {
  return {
    method: 'POST',
    path,
    handle: async ({ request, response }) => {
      requireLanguage(optionalText(await readJson(request), 'languageId'))
      sendJson(response, 200, value)
    },
  }
}

function nothingFound(path: string): ToolboxRoute {
  return {
    method: 'GET',
    path,
    handle: ({ response, url }) => {
      requireLanguage(url.searchParams.get('languageId'))
      sendJson(response, 200, [])
    },
  }
}

/** A stand-in for language servers: it takes every call and finds nothing. */
export const lspRoutes: readonly ToolboxRoute[] = [
  answered('/lsp/start'),
  answered('/lsp/stop'),
  answered('/lsp/did-open'),
  answered('/lsp/did-close'),
  answered('/lsp/completions', { isIncomplete: false, items: [] }),
  nothingFound('/lsp/document-symbols'),
  nothingFound('/lsp/workspacesymbols'),
]
