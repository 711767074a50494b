import { Template, type TemplateBuilder } from 'e2b'
import { describe, expect, it } from 'vitest'
import { guardInstalls } from '../../src/templates/mountable/guard-installs.js'

async function commands(add: (base: TemplateBuilder) => TemplateBuilder): Promise<string[]> {
  const template = add(guardInstalls(Template().fromTemplate('base')))
  const { steps } = JSON.parse(await Template.toJSON(template)) as { steps: { args: string[] }[] }
  return steps.map(({ args }) => args.join(' | '))
}

describe('the builder that functions get [BR-093]', () => {
  it('installs all packages, given as one or as a list, by whom it should', async () => {
    const steps = await commands((base) =>
      base.aptInstall(['s3fs', 'curl']).aptInstall('git').npmInstall(['a', 'b']).pipInstall('c').bunInstall(['d']),
    )
    expect(steps).toEqual([
      expect.stringMatching(/install -y s3fs curl \| root$/),
      expect.stringMatching(/install -y git \| root$/),
      'npm install a b',
      'pip install c | root',
      'bun install d',
    ])
  })

  it('keeps options, and what the SDK does without packages', async () => {
    const steps = await commands((base) =>
      base.aptInstall(['a'], { noInstallRecommends: true }).npmInstall(['b'], { g: true }).npmInstall().pipInstall(),
    )
    expect(steps).toEqual([
      expect.stringMatching(/install -y --no-install-recommends a \| root$/),
      'npm install -g b | root',
      'npm install',
      'pip install . | root',
    ])
  })

  it('adds no step for an empty list', async () => {
    expect(await commands((base) => base.aptInstall([]).pipInstall([]).npmInstall([]).bunInstall([]))).toEqual([])
  })

  it.each(['aptInstall', 'pipInstall', 'npmInstall', 'bunInstall'] as const)(
    '%s refuses what would be dropped',
    async (name) => {
      const lost = (base: TemplateBuilder): TemplateBuilder =>
        Reflect.apply(base[name], base, ['a', 'b']) as TemplateBuilder
      await expect(commands(lost)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(`template.${name}: expected all packages in one list`) as string,
      })
    },
  )

  it('[M02] gets tools that mount from where they are had', async () => {
    const [own, google] = await commands((base) => base.aptInstall(['jq', 'gcsfuse', 's3fs']))
    expect(own).toMatch(/install -y jq s3fs \| root$/)
    expect(google).toMatch(/packages\.cloud\.google\.com.* \| root$/s)
    expect(google).not.toContain('packages.microsoft.com')
    expect(await commands((base) => base.aptInstall('gcsfuse'))).toHaveLength(1)
  })
})
