import { stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  detectIsolation,
  getRecommendedIsolation,
  isIsolationAvailable,
  LocalSandbox,
} from '../../src/sandbox/local/index.js'
import { temporaryDirectory } from './support/driver-machine.js'

/** Values of every option that must be refused. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  id: ['', 7, 'a\0b'],
  workingDirectory: ['', 7, 'a\0b', null],
  env: ['A=1', [], null, { '': 'x' }, { 'A=B': 'x' }, { A: 'x\0y' }, { A: 7 }],
  timeout: [-1, Number.NaN, '5'],
  inheritEnv: ['yes', 1, null],
  isolation: ['docker', true, null],
  nativeSandbox: [true, [], 'x', null],
  checkpointName: ['', '../x', '.hidden', 'a/b', 'a..b', 'a b', 7],
  seedCheckpointName: ['..', '-x', null],
  checkpointsDirectory: ['', 7, 'a\0b'],
  instructions: [7, {}],
  onStart: ['x'],
  onStop: [{}],
  onDestroy: [1],
  startTimeoutMs: [-1, 'x'],
  logger: [{}, 'console'],
  workingDirectoy: ['/typo'],
}

const wrongNative: Readonly<Record<string, readonly unknown[]>> = {
  allowNetwork: ['yes', null],
  readOnlyPaths: ['/a', [''], [7], ['a\0']],
  readWritePaths: ['/a', [null]],
  allowSystemBinaries: [0],
  readOnly: ['no'],
  seatbeltProfilePath: ['', 7],
  bwrapArgs: ['--x', [7], ['a\0']],
  allowNetwrok: [true],
}

/** What a call throws. */
function errorOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}

describe('LocalSandbox: options', () => {
  it.each(Object.entries(wrong))('refuses wrong values of %s before anything is started', async (name, given) => {
    const parent = await temporaryDirectory()
    for (const value of given) {
      const make = (): LocalSandbox => new LocalSandbox({ workingDirectory: path.join(parent, 'w'), [name]: value })
      expect({ value, error: errorOf(make) }).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    }
    await expect(stat(path.join(parent, 'w'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it.each(Object.entries(wrongNative))('refuses wrong values of nativeSandbox.%s', (name, given) => {
    for (const value of given) {
      const make = (): LocalSandbox => new LocalSandbox({ isolation: 'none', nativeSandbox: { [name]: value } })
      expect({ value, error: errorOf(make) }).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    }
  })

  it('never shows values of the environment in an error', () => {
    expect(() => new LocalSandbox({ env: { TOKEN: 'hidden\0value' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('value') }),
    )
  })

  it('refuses options that would be ignored', () => {
    const combinations = [
      { nativeSandbox: { allowNetwork: false } },
      { isolation: 'none', nativeSandbox: { readOnlyPaths: ['/a'] } },
      { isolation: 'none', nativeSandbox: { bwrapArgs: [] } },
      { isolation: 'bwrap', nativeSandbox: { seatbeltProfilePath: '/p' } },
      { isolation: 'seatbelt', nativeSandbox: { bwrapArgs: [] } },
      { isolation: 'bwrap', nativeSandbox: { bwrapArgs: [], allowNetwork: true } },
      { workingDirectory: '/w', checkpointName: 'a', checkpointsDirectory: '/w/c' },
    ] as const
    for (const options of combinations) {
      // @ts-expect-error -- the lists are read-only here
      const make = (): LocalSandbox => new LocalSandbox(options)
      expect({ options, error: errorOf(make) }).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    }
  })

  it('accepts undefined for everything', () => {
    const names = Object.keys(wrong).filter((name) => name !== 'workingDirectoy')
    expect(new LocalSandbox(Object.fromEntries(names.map((name) => [name, undefined]))).isolation).toBe('none')
  })
})

describe('isolation: what is available', () => {
  function onPlatform(platform: string, searchPath: string): void {
    const before = { platform: process.platform, path: process.env['PATH'] }
    Object.defineProperty(process, 'platform', { value: platform })
    process.env['PATH'] = searchPath
    onTestFinished(() => {
      Object.defineProperty(process, 'platform', { value: before.platform })
      process.env['PATH'] = before.path
    })
  }

  it('throws when the backend is not installed, instead of doing without', () => {
    onPlatform('linux', '/nonexistent')
    expect(() => new LocalSandbox({ isolation: 'bwrap' })).toThrow(
      expect.objectContaining({ name: 'IsolationUnavailableError', code: 'ISOLATION_UNAVAILABLE', backend: 'bwrap' }),
    )
    expect(detectIsolation()).toEqual({
      backend: 'bwrap',
      available: false,
      message: expect.stringContaining('bubblewrap'),
    })
    expect(getRecommendedIsolation()).toMatchObject({ backend: 'none', available: true })
    expect(isIsolationAvailable('bwrap')).toBe(false)
    expect(isIsolationAvailable('none')).toBe(true)
  })

  it('throws when the backend belongs to another platform', () => {
    onPlatform('linux', process.env['PATH'] ?? '')
    expect(() => new LocalSandbox({ isolation: 'seatbelt' })).toThrow(
      expect.objectContaining({ code: 'ISOLATION_UNAVAILABLE', reason: expect.stringContaining('linux') }),
    )
    expect(isIsolationAvailable('seatbelt')).toBe(false)
  })

  it('tells each platform its own', () => {
    onPlatform('darwin', '/nonexistent')
    expect(LocalSandbox.detectIsolation()).toMatchObject({ backend: 'seatbelt', available: false })
    onPlatform('aix', '/nonexistent')
    expect(LocalSandbox.detectIsolation()).toMatchObject({ backend: 'none', available: false })
  })

  it('refuses Windows, and says what to use [BR-193]', () => {
    onPlatform('win32', '')
    expect(() => new LocalSandbox()).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_FEATURE', message: expect.stringMatching(/WSL.*remote provider/) }),
    )
  })
})
