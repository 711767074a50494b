import { describe, expect, it } from 'vitest'
import { runExample } from './support/run-example.js'

describe('the examples of templates do what they say', () => {
  it('[T05] [E03] by-id: a name is taken as it is', async () => {
    const lines = await runExample(async () => await import('../by-id.ts'))
    expect(lines.slice(1)).toEqual(['From my-custom-template: Linux'])
  })

  it('[T04] [E15] builder: a definition is built once', async () => {
    const lines = await runExample(async () => await import('../builder.ts'))
    expect(lines.slice(1)).toEqual(['first: hello from the build, hello', 'second: hello from the build, hello'])
  })

  it('[P17] platform-template: a sandbox is made meanwhile, and from the template once it is built', async () => {
    const lines = await runExample(async () => await import('../platform-template.ts'))
    expect(lines[1]).toMatch(/^Meanwhile: \{"templateId":"/)
    expect(lines.slice(2)).toEqual(['The build is ready', 'Now: hello from the build, hello'])
  })
})
