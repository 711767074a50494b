import type { StandardSchemaV1 } from '@standard-schema/spec'

/** How tools of agent frameworks report arguments that do not fit: as a value, not by throwing. */
export interface ValidationFailure {
  error: true
  message: string
  validationErrors: { errors: string[]; fields: Record<string, { errors: string[] }> }
}

/** Whether a tool returned such a report. */
export function isValidationFailure(value: unknown): value is ValidationFailure {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return 'validationErrors' in value && 'message' in value && typeof value.message === 'string'
}

/** Makes the report of issues. */
export function validationFailure(what: string, issues: readonly StandardSchemaV1.Issue[]): ValidationFailure {
  const validationErrors: ValidationFailure['validationErrors'] = { errors: [], fields: {} }
  for (const issue of issues) {
    const path = issuePath(issue)
    if (path === '') validationErrors.errors.push(issue.message)
    else {
      const field = Object.hasOwn(validationErrors.fields, path) ? validationErrors.fields[path] : undefined
      Object.defineProperty(validationErrors.fields, path, {
        value: { errors: [...(field?.errors ?? []), issue.message] },
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return { error: true, message: `${what}: ${describeIssues(issues)}`, validationErrors }
}

/** Issues as one line: `path: message; …`. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  return issues.map((issue) => [issuePath(issue), issue.message].filter((part) => part !== '').join(': ')).join('; ')
}

function issuePath(issue: StandardSchemaV1.Issue): string {
  const keys = issue.path ?? []
  return keys.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}
