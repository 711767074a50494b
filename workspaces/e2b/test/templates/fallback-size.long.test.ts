import { Template, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import type { NamedTemplateSpec } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

let count = 0
function definition(command: string): TemplateClass & object {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ SIZED: `${count}` })
    .runCmd(command)
}

/** What E2B says of the template that a machine of this spec was made from. */
async function sizeOf(template: NamedTemplateSpec): Promise<unknown> {
  await using sandbox = target.make({ template })
  await sandbox.start()
  const { metadata } = await sandbox.getInfo()
  expect(metadata).toHaveProperty('templateFallback')
  const headers = { 'x-api-key': target.connection.apiKey ?? '' }
  const answer = await fetch(`${target.emulator.url}/templates`, { headers })
  const all = (await answer.json()) as { aliases: string[]; cpuCount: number; memoryMB: number }[]
  const [name = ''] = String(metadata?.['templateName']).split(':')
  const found = all.find(({ aliases }) => aliases.includes(name))
  return { cpuCount: found?.cpuCount, memoryMB: found?.memoryMB }
}

describe('what stands in for a named template that does not build', () => {
  it.each<[string, () => NamedTemplateSpec['fallbackTemplate'], object]>([
    ['a definition', () => definition('true'), { cpuCount: 4, memoryMB: 4096 }],
    [
      'another named one',
      () => ({ ref: 'stand-in:v1', template: definition('true') }),
      { cpuCount: 4, memoryMB: 4096 },
    ],
    [
      'another named one with a size of its own',
      () => ({ ref: 'small:v1', template: definition('true'), buildResources: { memoryMB: 512 } }),
      { cpuCount: 4, memoryMB: 512 },
    ],
  ])('is of the size that was asked for: %s', async (_what, fallback, size) => {
    count += 1
    const buildResources = { cpuCount: 4, memoryMB: 4096 }
    const broken = { ref: `sized-${count}`, template: definition('exit 3'), buildResources }
    expect(await sizeOf({ ...broken, fallbackTemplate: fallback() })).toEqual(size)
  })
})
