import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'

/**
 * The log of a build as plain text, as far as it goes; with `follow=true`, until the build has ended. What the vendor's client is given as
 * an address has no query, as it puts its own behind it.
 */
async function streamLog({ cloud, params, url, reply }: ControlExchange): Promise<void> {
  const build = cloud.builder.find(params['buildId'] ?? '')
  if (build === undefined) throw new HttpFailure(404, `Build logs for ${params['buildId']} not found`)
  const output = reply.stream(200, { 'Content-Type': 'text/plain; charset=utf-8' })
  if (url.searchParams.get('follow') !== 'true') {
    output.end(build.log.text())
    return
  }
  const gone = new AbortController()
  reply.onceClosed(() => gone.abort())
  for await (const text of build.log.follow(gone.signal)) {
    output.write(text)
  }
  output.end()
}

export const buildLogRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/build-logs/:buildId', place: 'root', kindOf: () => 'background', handle: streamLog },
]
