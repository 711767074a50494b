import { BaseSandbox } from '../../src/sandbox/base-sandbox.js'
import type { SandboxOptions } from '../../src/sandbox/base-sandbox-options.js'
import type { SandboxSupports } from '../../src/driver.js'
import { FakeProvider, type FakeHandle } from './fake-provider.js'

/** A sandbox over the fake provider. */
export class FakeSandbox extends BaseSandbox<FakeHandle> {
  readonly cloud: FakeProvider

  constructor(
    options: SandboxOptions & {
      sandboxId?: string
      cloud?: FakeProvider
      supports?: Partial<SandboxSupports>
      defaultTimeoutMs?: number
    } = {},
  ) {
    const { sandboxId, cloud = new FakeProvider(), supports = {}, defaultTimeoutMs, ...common } = options
    const driver = cloud.driver(supports)
    super({
      name: 'FakeSandbox',
      id: common.id ?? 'box',
      driver,
      options: common,
      sandboxId,
      defaultTimeoutMs,
      describe: () => 'A machine that exists only in a test.',
    })
    this.cloud = cloud
  }
}
