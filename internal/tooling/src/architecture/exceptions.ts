import type { ExceptionRule, Violation } from './rules.ts'

function isMeant(exception: ExceptionRule, violation: Violation): boolean {
  return exception.rule === violation.rule && exception.file === violation.file
}

/** Drops accepted violations; complains about an exception that has no reason or that nothing needs any more. */
export function applyExceptions(violations: readonly Violation[], exceptions: readonly ExceptionRule[]): Violation[] {
  const complaints = exceptions.flatMap((exception) => {
    const isUsed = violations.some((violation) => isMeant(exception, violation))
    const problems = [
      ...(isUsed
        ? []
        : [`the exception from ${exception.rule} for ${exception.file} is not needed any more: remove it`]),
      ...(exception.reason.trim().length >= 10
        ? []
        : [`the exception from ${exception.rule} for ${exception.file} has no reason`]),
    ]
    return problems.map((message) => ({ rule: 'exception', file: 'architecture.json', line: 1, message }))
  })
  const remaining = violations.filter((violation) => !exceptions.some((exception) => isMeant(exception, violation)))
  return [...remaining, ...complaints]
}
