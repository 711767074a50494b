import { expect, it } from 'vitest'
import { FakeSandbox } from '../support/fake-sandbox.js'

it('a machine whose files a stop has removed is neither told nor looked for afterwards', async () => {
  const sandbox = new FakeSandbox({ supports: { filesSurviveStop: false } })
  await sandbox.start()
  expect((await sandbox.getInfo()).metadata?.['sandboxId']).toBeDefined()
  await sandbox.stop()
  expect((await sandbox.getInfo()).metadata).not.toHaveProperty('sandboxId')
})
