import { silentLogger } from '@caisson/core/driver'
import { expect, it } from 'vitest'
import { TemplateSource } from '../../src/driver/template-source.js'
import { Template } from '../../src/index.js'

const { signal } = new AbortController()

it('a function that never answers is waited for half of what is left, and asked again by the next creation', async () => {
  const answers = [new Promise<never>(() => undefined), Promise.resolve(Template().runCmd('true'))]
  const templates = new TemplateSource(
    async () => answers.shift(),
    () => silentLogger,
  )
  await expect(templates.resolve(signal, 20)).rejects.toMatchObject({ code: 'TIMEOUT', timeoutMs: 10 })
  expect(await templates.resolve(signal, 60_000)).toMatchObject({ hash: expect.any(String) })
})

it('who gives up waits no longer, and ends nothing for the others', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<undefined>((resolve) => {
    answer = (): void => resolve(undefined)
  })
  const templates = new TemplateSource(
    async () => answered,
    () => silentLogger,
  )
  const controller = new AbortController()
  const left = templates.resolve(controller.signal, 60_000)
  const other = templates.resolve(signal, 60_000)
  controller.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  answer()
  expect(await other).toBeUndefined()
})
