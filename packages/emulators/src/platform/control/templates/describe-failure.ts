import type { TemplateBuild } from './template-build.js'

const shownLines = 20

/** Shorter values are words such as `1` or `true`, and masking them would garble the text. */
const leastSecretLength = 4

/** What went wrong, and the last lines of the log, without the values of variables of the build alone. */
export function describeFailure(error: unknown, { log, abort, options }: TemplateBuild): string {
  if (abort.signal.aborted) return 'the build was given up'
  const message = error instanceof Error ? error.message : String(error)
  const lines = log.text().trimEnd().split('\n').slice(-shownLines)
  const secrets = Object.values(options.envs).filter((value) => value.length >= leastSecretLength)
  const text = [message, ...lines].join('\n')
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}
