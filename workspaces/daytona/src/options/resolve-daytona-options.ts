import { createId } from '@caisson/core/driver'
import { resolveOptionsLate, scalarRecordToText, type EnvironmentSource } from '@caisson/kit/options'
import { normalizeList } from './allow-lists.js'
import { daytonaOptionsSchema, defaultTimeoutMs } from './daytona-options-schema.js'
import type { DaytonaComputerUse, DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import { describeIgnoredOptions } from './ignored-options.js'
import { resolveConnection } from './resolve-connection.js'
import type { MachineSource, ResolvedDaytonaOptions } from './resolved-daytona-options.js'

const owner = 'DaytonaSandbox'

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable. Missing credentials are no error here, see
 * `requireConnection`; each look at `connection` and `missing` asks the environment for them again, since a program may load
 * its variables after a module has made the sandbox.
 */
export function resolveDaytonaOptions(
  given: DaytonaSandboxOptions,
  environment?: EnvironmentSource,
): ResolvedDaytonaOptions {
  const { options, current } = resolveOptionsLate(daytonaOptionsSchema, given, {
    owner,
    environment,
    oneOf: ['apiKey', ['jwtToken', 'organizationId']],
  })
  const { id, ephemeral = false, autoDeleteInterval } = options
  return {
    id: id ?? createId('daytona-sandbox'),
    isIdGiven: id !== undefined,
    sandboxId: options.sandboxId,
    name: options.name,
    timeoutMs: options.timeout ?? defaultTimeoutMs,
    language: options.language ?? 'typescript',
    source: sourceOf(options),
    labels: scalarRecordToText(options.labels),
    user: options.user,
    public: options.public,
    ephemeral,
    isGoneAfterStop: ephemeral || autoDeleteInterval === 0,
    autoStopInterval: options.autoStopInterval,
    autoArchiveInterval: options.autoArchiveInterval,
    autoDeleteInterval: ephemeral ? undefined : autoDeleteInterval,
    volumes: options.volumes ?? [],
    networkBlockAll: options.networkBlockAll,
    networkAllowList: normalizeList(options.networkAllowList),
    domainAllowList: normalizeList(options.domainAllowList),
    secrets: options.secrets,
    computerUse: computerUseOf(options.computerUse),
    warnings: describeIgnoredOptions(options, owner),
    get connection() {
      return resolveConnection(current().options)
    },
    get missing() {
      return current().missing
    },
  }
}

/** Snapshot before image before the vendor's default. */
function sourceOf({ snapshot, image, resources }: DaytonaSandboxOptions): MachineSource {
  if (snapshot !== undefined) return { from: 'snapshot', snapshot }
  return image === undefined ? { from: 'default' } : { from: 'image', image, resources }
}

function computerUseOf(option: DaytonaSandboxOptions['computerUse']): DaytonaComputerUse | undefined {
  if (option === undefined || option === false) return undefined
  return option === true ? {} : option
}
