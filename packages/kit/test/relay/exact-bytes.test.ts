import { describe, expect, it } from 'vitest'
import { RelayBench } from './support/relay-bench.js'

const escaped = (bytes: Uint8Array): string =>
  `printf '${[...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`

const allBytes = Uint8Array.from({ length: 256 }, (_, index) => index)

describe('exact bytes', () => {
  it.each<[string, Uint8Array, number]>([
    ['text', Buffer.from('plain é€😀\n'), 1],
    ['a byte order mark first', Buffer.from('\uFEFFmarked'), 1],
    ['two byte order marks', Buffer.from('\uFEFF\uFEFF'), 1],
    ['NUL bytes', Buffer.from('a\0\0b'), 1],
    ['line breaks of all kinds', Buffer.from('\r\n\n\r'), 1],
    ['the byte that begins a mark', Buffer.from('a\u001F\u001Fb\u001F'), 1],
    ['all byte values', allBytes, 2],
    ['all byte values twice', Buffer.concat([allBytes, allBytes]), 2],
    ['half a character at the end', Buffer.from([0x61, 0xf0, 0x9f]), 2],
    ['a mark byte behind half a character', Buffer.from([0xe2, 0x82, 0x1f]), 2],
    ['a genuine replacement character', Buffer.from('a\uFFFDb'), 2],
  ])('%s arrives as it was printed, on both streams', async (_name, bytes, requests) => {
    await using bench = await RelayBench.open()
    const result = await bench.run(`${escaped(bytes)}; ${escaped(bytes)} >&2; exit 5`)
    expect(result.exitCode).toBe(5)
    expect(result.out).toEqual(Buffer.from(bytes))
    expect(result.err).toEqual(Buffer.from(bytes))
    expect(bench.raw.requests).toHaveLength(requests)
  })

  it('characters that arrive in pieces arrive whole and once', async () => {
    await using bench = await RelayBench.open()
    const result = await bench.run(
      String.raw`printf '\360\237'; sleep 0.2; printf '\230\200\303'; sleep 0.2; printf '\251'`,
    )
    expect(result.out.toString()).toBe('😀é')
    expect(bench.raw.requests).toHaveLength(1)
  })

  it('output before, with and after a loss comes in order and once', async () => {
    await using bench = await RelayBench.open()
    const command = String.raw`for i in 1 2 3 4 5 6; do echo "line $i"; printf '\377\376'; echo "error $i" >&2; sleep 0.05; done`
    const result = await bench.run(command)
    const expected = [1, 2, 3, 4, 5, 6].map((number) =>
      Buffer.concat([Buffer.from(`line ${number}\n`), Buffer.of(255, 254)]),
    )
    expect(result.out).toEqual(Buffer.concat(expected))
    expect(result.err.toString()).toBe([1, 2, 3, 4, 5, 6].map((number) => `error ${number}\n`).join(''))
  })

  it('binary output of a program arrives unchanged', async () => {
    await using bench = await RelayBench.open()
    const result = await bench.run('head -c 3000000 /dev/urandom > data; cat data; md5sum < data >&2')
    const { createHash } = await import('node:crypto')
    expect(result.out).toHaveLength(3_000_000)
    expect(`${createHash('md5').update(result.out).digest('hex')}  -\n`).toBe(result.err.toString())
  })
})
