import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { askToolbox } from '../machines/ask-toolbox.js'
import { BodyValues } from '../sandboxes/body-values.js'
import { autoArchiveMinutes } from '../sandboxes/create-request.js'
import { readNetwork } from '../sandboxes/network.js'
import type { Intervals } from '../sandboxes/sandbox.js'
import { answerSandbox, sandboxOf } from './answer-sandbox.js'

async function setLabels(exchange: ControlExchange): Promise<void> {
  const sandbox = sandboxOf(exchange)
  const labels = new BodyValues(await exchange.body()).textMap('labels')
  if (labels === undefined) throw new HttpFailure(400, 'labels must be an object of strings')
  exchange.cloud.lifecycle.update(sandbox, () => {
    sandbox.labels = labels
  })
  exchange.reply.send(200, { labels })
}

function wholeNumber(text: string | undefined): number {
  const value = Number(text)
  if (text === undefined || !/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new HttpFailure(400, 'Validation failed (numeric string is expected)')
  }
  return value
}

function least(name: string, minutes: number): number {
  if (minutes < 0) throw new HttpFailure(400, `${name} interval must be non-negative`)
  return minutes
}

const readers: Readonly<Record<keyof Intervals, (minutes: number) => number>> = {
  autoStop: (minutes) => least('Auto-stop', minutes),
  autoArchive: autoArchiveMinutes,
  autoDelete: (minutes) => minutes,
  autoPause: (minutes) => least('Auto-pause', minutes),
  ttl: (minutes) => least('TTL', minutes),
}

function intervalRoute(part: string, name: keyof Intervals): ControlRoute {
  return {
    method: 'POST',
    path: `/sandbox/:sandboxId/${part}/:minutes`,
    handle: (exchange) => {
      const sandbox = sandboxOf(exchange)
      const minutes = readers[name](wholeNumber(exchange.params['minutes']))
      exchange.cloud.lifecycle.update(sandbox, () => {
        sandbox.intervals = { ...sandbox.intervals, [name]: minutes }
      })
      answerSandbox(exchange, sandbox, 201)
    },
  }
}

async function setNetwork(exchange: ControlExchange): Promise<void> {
  const sandbox = sandboxOf(exchange)
  const body = new BodyValues(await exchange.body())
  if (!['networkBlockAll', 'networkAllowList', 'domainAllowList'].some((name) => body.has(name))) {
    throw new HttpFailure(400, 'At least one of networkBlockAll, networkAllowList or domainAllowList is required')
  }
  const network = readNetwork(body, sandbox.network)
  await exchange.cloud.lifecycle.setNetwork(sandbox, network)
  answerSandbox(exchange, sandbox)
}

async function setSecrets(exchange: ControlExchange): Promise<void> {
  const { cloud } = exchange
  const sandbox = sandboxOf(exchange)
  const secrets = new BodyValues(await exchange.body()).textMaps('secrets') ?? []
  const set = cloud.secrets.variables(secrets)
  const unset = sandbox.secrets.flatMap((secret) => Object.keys(secret))
  if (sandbox.state === 'started' && sandbox.body) {
    await askToolbox(sandbox.body.launched.toolbox, { method: 'POST', path: '/env', body: { set, unset } })
  }
  cloud.lifecycle.update(sandbox, () => {
    sandbox.secrets = secrets
  })
  answerSandbox(exchange, sandbox)
}

function setLastActivity(exchange: ControlExchange): void {
  exchange.cloud.lifecycle.clock.touch(sandboxOf(exchange))
  exchange.reply.send(201)
}

export const sandboxSettingsRoutes: readonly ControlRoute[] = [
  { method: 'PUT', path: '/sandbox/:sandboxId/labels', handle: setLabels },
  intervalRoute('autostop', 'autoStop'),
  intervalRoute('autoarchive', 'autoArchive'),
  intervalRoute('autodelete', 'autoDelete'),
  intervalRoute('autopause', 'autoPause'),
  intervalRoute('ttl', 'ttl'),
  { method: 'POST', path: '/sandbox/:sandboxId/network-settings', handle: setNetwork },
  { method: 'PUT', path: '/sandbox/:sandboxId/secrets', handle: setSecrets },
  { method: 'POST', path: '/sandbox/:sandboxId/last-activity', handle: setLastActivity },
]
