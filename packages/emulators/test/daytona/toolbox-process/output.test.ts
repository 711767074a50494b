import { describe, expect, it } from 'vitest'
import { ArtifactFilter } from '../../../src/daytona/toolbox/process/execute/artifact-filter.js'
import { MarkedOutput } from '../../../src/daytona/toolbox/process/interpreter/marked-output.js'
import { cutFrames } from '../../../src/daytona/toolbox/process/output/cut-frames.js'
import { Demultiplexer } from '../../../src/daytona/toolbox/process/output/demultiplexer.js'
import { LineLabeler } from '../../../src/daytona/toolbox/process/output/line-labeler.js'

const [out, err] = ['\x01\x01\x01', '\x02\x02\x02']

/** Every way to cut a text into three pieces. */
function cuts(text: string): string[][] {
  const ways: string[][] = []
  for (let first = 0; first <= text.length; first += 1) {
    for (let second = first; second <= text.length; second += 1) {
      ways.push([text.slice(0, first), text.slice(first, second), text.slice(second)])
    }
  }
  return ways
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

describe('labels', () => {
  it('stand before each line, however the output comes', () => {
    for (const pieces of cuts('a\n\nbc\0d\ne')) {
      const labeler = new LineLabeler('stderr')
      const labelled = [...pieces.map((piece) => labeler.label(bytes(piece))), labeler.flush()]
      expect(Buffer.concat(labelled).toString()).toBe(`${err}a\n${err}\n${err}bcd\n${err}e\n`)
    }
  })

  it('come only with whole lines, unless a line is too long to be held', () => {
    const labeler = new LineLabeler('stdout')
    expect(labeler.label(bytes('abc')).toString()).toBe('')
    expect(labeler.label(bytes('d\nef')).toString()).toBe(`${out}abcd\n`)
    const long = labeler.label(Buffer.alloc(1024 * 1024, 'x'))
    expect(long.toString()).toBe(`${out}ef${'x'.repeat(1024 * 1024)}`)
    expect(labeler.label(bytes('end\n')).toString()).toBe(`${out}end\n`)
    expect(labeler.flush().length).toBe(0)
  })
})

describe('the two streams of a log', () => {
  it('are told apart, however the log comes', () => {
    for (const pieces of cuts(`${out}a\x01\n${err}b\x02\x02\n${out}c\x01\x01`)) {
      for (const [stream, expected] of [
        ['stdout', 'a\x01\nc\x01\x01'],
        ['stderr', 'b\x02\x02\n'],
      ] as const) {
        const demultiplexer = new Demultiplexer(stream)
        const found = [...pieces.map((piece) => demultiplexer.push(bytes(piece))), demultiplexer.flush()]
        expect(Buffer.concat(found).toString()).toBe(expected)
      }
    }
  })
})

describe('frames of a log', () => {
  const frames = (text: string, rest: 'now' | 'later' | 'never'): string[] =>
    cutFrames(bytes(text), rest).map((frame) => frame.toString('latin1'))

  it('hold as many whole lines as fit', () => {
    const line = `${out}${'x'.repeat(996)}\n`
    expect(frames(line.repeat(9), 'later').map(({ length }) => length / 1000)).toEqual([4, 4, 1])
  })

  it('leave a line that is not all there for later', () => {
    expect(frames(`${out}a\n${err}b`, 'now')).toEqual([`${out}a\n`])
    expect(frames(`${out}a\n${err}b`, 'later')).toEqual([`${out}a\n`, `${err}b`])
  })

  it('cut what is too long, and never after what may be a marker', () => {
    const text = `${out}${'x'.repeat(4091)}${'\x01'.repeat(7)}y\n`
    const cut = frames(text, 'never')
    expect(cut.join('')).toBe(text)
    expect(cut[0]).toBe(`${out}${'x'.repeat(4091)}`)
    const onlyMarkers = frames('\x01'.repeat(10_000), 'never')
    expect(onlyMarkers.map(({ length }) => length)).toEqual([4096, 4096, 1808])
    expect(frames('x\x01', 'later')).toEqual(['x'])
    expect(frames('\x01', 'later')).toEqual([])
    expect(frames('\x01', 'never')).toEqual(['\x01'])
  })
})

describe('charts', () => {
  it('are taken out of an output, however it comes', () => {
    const text =
      'a\ndtn_artifact_k39fd2:{"type":"chart","value":1}\nb dtn_artifact_k39fd2:{}\ndtn_art\ndtn_artifact_k39fd2:{"type":"chart","value":2}'
    for (const pieces of cuts(text).filter((_pieces, index) => index % 7 === 0)) {
      const filter = new ArtifactFilter()
      const kept = [...pieces.map((piece) => filter.push(bytes(piece))), filter.flush()]
      expect(Buffer.concat(kept).toString()).toBe('a\nb dtn_artifact_k39fd2:{}\ndtn_art\n')
      expect(filter.charts).toEqual([1, 2])
    }
  })
})

describe('marks between runs', () => {
  it('are found, however the output comes', () => {
    const mark = bytes('\0mark\0')
    for (const pieces of cuts('ab\0cd\0mark\0e')) {
      const output = new MarkedOutput()
      const texts = pieces.map((piece) => output.push(bytes(piece), mark))
      const found = texts.reduce(
        (before, [first = '', ...later]) => [...before.slice(0, -1), `${before.at(-1) ?? ''}${first}`, ...later],
        [''],
      )
      expect(found).toEqual(['ab\0cd', 'e'])
    }
  })
})
