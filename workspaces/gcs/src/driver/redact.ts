import type { Sender } from './gcs-clients.js'

type Redactor = Exclude<NonNullable<Parameters<Sender['request']>[0]['errorRedactor']>, false>

/**
 * Takes out of an error of the network's client what nobody should see or keep: the token, the address of a session, the content
 * that was sent. The client's own way would look at each byte of a content, for seconds.
 */
export const redact: Redactor = (failure) => {
  const config = { headers: new Headers(), url: withoutQuery(failure.config?.url) }
  const { response } = failure
  Object.assign(failure, { config })
  if (response !== undefined) {
    const { status, statusText, data }: { status: number; statusText: string; data?: unknown } = response
    Object.assign(failure, { response: { status, statusText, data, config } })
  }
  return failure
}

function withoutQuery(url: string | URL | undefined): string | undefined {
  return url === undefined ? undefined : String(url).replace(/\?.*$/s, '')
}
