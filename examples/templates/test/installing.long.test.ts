import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveNode, type NodeServer } from '@caisson/testing'
import { runExample } from './support/run-example.js'

let node: NodeServer

beforeAll(async () => {
  node = await serveNode()
})

afterAll(() => node.close())

const mirror = (): Record<string, string> => ({
  NODE_MIRROR: node.baseUrl,
  NODE_MIRROR_VERSION: node.version,
  NODE_MIRROR_SHA256: Object.values(node.sha256).join(''),
})

describe('the examples of templates that install from Debian, PyPI and npm', () => {
  it('[T05] function: adds to the default mountable template', async () => {
    const lines = await runExample(async () => await import('../function.ts'), mirror())
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/: ripgrep \d/),
      expect.stringMatching(/: 1,234,567$/),
      expect.stringMatching(/: 1\.3\.0$/),
      expect.stringMatching(/: Amazon Simple Storage Service File System/),
    ])
  })

  it('[T01] [T02] mountable: is built by the SDK, and found by its id and without one', async () => {
    const lines = await runExample(async () => await import('../mountable.ts'), mirror())
    const id = /^(caisson-[0-9a-f]{16}): .*s3fs.*; 2 processors, 1024 MiB$/.exec(lines[1] ?? '')?.[1]
    const found = lines.find((line) => line.startsWith('Template ID: '))?.slice('Template ID: '.length)
    expect(lines.at(-2)).toBe(`by-id, from ${found}: /usr/bin/s3fs, v${node.version}, user`)
    expect(lines.at(-1)).toBe(`by-default, from ${id}: /usr/bin/s3fs, v${node.version}, user`)
  })
})
