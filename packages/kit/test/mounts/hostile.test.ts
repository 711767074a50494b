import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { makeRecipe } from '../../src/mounts/recipes/make-recipe.js'
import { secretLines } from '../../src/mounts/plan/secret-lines.js'
import { checkConfig } from '../../src/mounts/rules/check-config.js'
import { never, profile, request } from './support/requests.js'
import { wordsOf } from './support/words-of.js'

const plain = {
  s3: {
    bucket: 'data',
    region: 'us-east-1',
    endpoint: 'https://store.example',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
    sessionToken: 'token',
    prefix: 'below',
  },
  gcs: {
    bucket: 'data',
    serviceAccountKey: '{"private_key":"k"}',
    accessToken: 'token',
    endpoint: 'https://store.example',
    prefix: 'below',
  },
  'azure-blob': {
    container: 'data',
    accountName: 'account',
    accountKey: 'a2V5',
    sasToken: 'sv=1',
    connectionString: 'AccountName=account;AccountKey=a2V5',
    endpoint: 'https://store.example',
    prefix: 'below',
  },
} as const

const canary = '/tmp/caisson-mount-canary'

/** Pieces that mean something to a shell, to the options of the tools, to YAML, to our own lines. */
const pieces = [
  `$(touch ${canary})`,
  `\`touch ${canary}\``,
  `; touch ${canary} ;`,
  `| touch ${canary}`,
  `&& touch ${canary}`,
  `'`,
  `"`,
  `\\`,
  `\n`,
  `\r`,
  `\0`,
  ' ',
  '\t',
  `-`,
  `--`,
  `-o allow_root`,
  ',allow_root',
  '=',
  ':',
  '#',
  '*',
  '?',
  '[',
  '~',
  '{a,b}',
  '$IFS',
  '${HOME}',
  '%s',
  '\\n',
  '\\0',
  '\x1b[2J',
  'é',
  '文件',
  '\u2028',
  '..',
  '/../',
  '//',
  '.',
  'a',
  'data',
  '1 file x y',
  'end',
  '\nend\n',
  ': !!python',
  '@',
  '!',
  '<',
  '>',
  '&',
  '(',
  ')',
]

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function hostileConfigs(count: number): Record<string, unknown>[] {
  const next = numbers(5)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const types = Object.keys(plain) as (keyof typeof plain)[]
  return Array.from({ length: count }, () => {
    const type = pick(types)
    const config: Record<string, unknown> = { type, ...plain[type] }
    const field = pick(Object.keys(plain[type]))
    const text = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(pieces)).join('')
    config[field] = pick([text, `${String(config[field])}${text}`, `${text}${String(config[field])}`, `a${text}b`])
    return config
  })
}

describe('1 000 hostile configurations', () => {
  const all = hostileConfigs(1000)
  const accepted = all.filter((config) => {
    try {
      makeRecipe(checkConfig(config, '/data'))
      return true
    } catch (error) {
      return !(error instanceof Error)
    }
  })

  it('[M08] are refused before anything is sent, or are one word each for a real shell', () => {
    const recipes = accepted.map((config) => makeRecipe(checkConfig(config, '/data')))
    const lists = wordsOf(recipes.map(({ command }) => command))
    expect(lists).toHaveLength(accepted.length)
    for (const [index, words] of lists.entries()) {
      const config = accepted[index] ?? {}
      const shape = words.filter((word) => word.startsWith('-'))
      const [plainWords = []] = wordsOf([
        makeRecipe(checkConfig({ type: config.type, ...plain[config.type as keyof typeof plain] }, '/data')).command,
      ])
      expect(words.length, JSON.stringify(config)).toBe(plainWords.length)
      expect(shape.length).toBe(plainWords.filter((word) => word.startsWith('-')).length)
      for (const list of words.filter((_, position) => words[position - 1] === '-o')) {
        expect(list.split(',').filter((option) => option.startsWith('allow_root'))).toEqual([])
      }
    }
    expect(existsSync(canary)).toBe(false)
    expect(accepted.length).toBeGreaterThan(50)
  })

  it('never put two lines into one line of secrets', () => {
    for (const config of accepted) {
      const recipe = makeRecipe(checkConfig(config, '/data'))
      const plan = { index: 1, mountPath: '/data', configHash: 'h', recipe, refresh: false, depth: 0 }
      const lines = (secretLines([plan]) ?? 'end\n').split('\n').slice(0, -1)
      expect(lines.length).toBe(Object.keys(recipe.files).length + Object.keys(recipe.environment).length + 1)
      expect(lines.at(-1)).toBe('end')
    }
  })

  it('come back as results of their mounts, with nothing sent for the refused ones', async () => {
    let sent = 0
    const log = (): void => undefined
    const host = {
      handle: undefined,
      provider: 'test',
      sandboxId: 'x',
      logger: { debug: log, info: log, warn: log, error: log },
      run: async () => {
        sent += 1
        return { exitCode: 0, stdout: new Uint8Array(), stderr: new Uint8Array() }
      },
    }
    const refused = all.filter((config) => !accepted.includes(config))
    const requests = refused.map((config, index) => request(`/data/${index}`, config as { type: string }))
    const results = await createFuseMounter(profile).mount(host, requests, never)
    expect(results.filter(({ success }) => success)).toEqual([])
    expect(results.every(({ error }) => error !== undefined && !error.includes('\n'))).toBe(true)
    expect(sent).toBe(0)
    expect(refused.length).toBeGreaterThan(500)
  })
})
