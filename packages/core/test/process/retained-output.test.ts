import { describe, expect, it } from 'vitest'
import { RetainedOutput } from '../../src/process/retained-output.js'

describe('RetainedOutput', () => {
  it('keeps the newest bytes and counts the rest', () => {
    const output = new RetainedOutput(5)
    output.append(Buffer.from('é€😀x'))
    expect([output.text(), output.droppedBytes]).toEqual(['😀x', 5])
  })

  it('never begins in the middle of a character, and counts the bytes of the one it cut', () => {
    for (let cap = 0; cap <= 10; cap += 1) {
      const output = new RetainedOutput(cap)
      for (const byte of Buffer.from('é€😀x')) output.append(Buffer.from([byte]))
      expect(output.text()).not.toContain('\uFFFD')
      expect(output.bytes().length + output.droppedBytes).toBe(10)
      expect(output.bytes().length).toBeLessThanOrEqual(cap)
    }
  })

  it('gives back exactly what a plain buffer would have kept, whatever the sizes of chunks and cap', () => {
    let seed = 7
    const random = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % limit
    }
    for (let round = 0; round < 200; round += 1) {
      const cap = random(3) === 0 ? random(50) : random(40_000)
      const output = new RetainedOutput(cap)
      let all = Buffer.alloc(0)
      for (let count = random(60); count > 0; count -= 1) {
        // ASCII only, so that no character is ever cut.
        const chunk = Buffer.alloc(random(4) === 0 ? random(20_000) : random(40), 97 + random(26))
        output.append(chunk)
        all = Buffer.concat([all, chunk])
      }
      const expected = all.subarray(Math.max(0, all.length - cap))
      expect(output.bytes().equals(expected)).toBe(true)
      expect(output.droppedBytes).toBe(all.length - expected.length)
    }
  })

  it('keeps bytes that are not UTF-8 as they are', () => {
    const output = new RetainedOutput(100)
    const bytes = Buffer.from([0x80, 0xff, 0x00, 0xc3])
    output.append(bytes)
    expect(output.bytes().equals(bytes)).toBe(true)
  })

  it('keeps nothing with a cap of zero', () => {
    const output = new RetainedOutput(0)
    output.append(Buffer.from('abc'))
    expect([output.text(), output.droppedBytes]).toEqual(['', 3])
  })

  it('[BR-023] costs time in proportion to the bytes, not to the chunks', () => {
    // Time of the processor, which other programs do not add to.
    const work = (lines: number): number => {
      const output = new RetainedOutput(1024 * 1024)
      const before = process.cpuUsage()
      for (let index = 0; index < lines; index += 1) output.append(Buffer.from(`line ${index}\n`))
      output.text()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    work(100_000)
    // Quadratic work would make the second a hundred times the first; noise does not make it forty.
    expect(work(1_000_000)).toBeLessThan(40 * Math.max(5000, work(100_000)))
  })
})
