import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import type { MetricSample } from '../sandboxes/metrics-recorder.js'
import { sandboxOf } from './answer-sandbox.js'

/** What the daemon calls what the vendor's records call otherwise. */
const figures: Readonly<Record<string, string>> = {
  'daytona.sandbox.cpu.utilization': 'cpuUsedPct',
  'daytona.sandbox.cpu.limit': 'cpuCount',
  'daytona.sandbox.memory.usage': 'memUsed',
  'daytona.sandbox.memory.limit': 'memTotal',
  'daytona.sandbox.memory.cache': 'memCache',
  'daytona.sandbox.filesystem.usage': 'diskUsed',
  'daytona.sandbox.filesystem.total': 'diskTotal',
}

function timeOf({ url }: ControlExchange, name: string): Date {
  const time = new Date(url.searchParams.get(name) ?? '')
  if (Number.isNaN(time.getTime())) throw new HttpFailure(400, `${name} must be a valid ISO 8601 date string`)
  return time
}

function seriesOf(metricName: string, samples: readonly MetricSample[]): unknown {
  const figure = figures[metricName] ?? ''
  const dataPoints = samples.map(({ timestamp, figures: taken }) => {
    return { timestamp: timestamp.toISOString(), value: Number(taken[figure] ?? 0) }
  })
  return { metricName, dataPoints }
}

async function metrics(exchange: ControlExchange): Promise<void> {
  const { cloud, url, reply } = exchange
  const sandbox = sandboxOf(exchange)
  const samples = await cloud.metrics.samples(sandbox, timeOf(exchange, 'from'), timeOf(exchange, 'to'))
  const asked = url.searchParams.getAll('metricNames').flatMap((text) => text.split(','))
  const names = Object.keys(figures).filter((name) => asked.length === 0 || asked.includes(name))
  reply.send(200, { series: names.map((name) => seriesOf(name, samples)) })
}

export const sandboxMetricsRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/sandbox/:sandboxId/telemetry/metrics', handle: metrics },
]
