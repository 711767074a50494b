// The underscored methods are part of the surface that workspaces of other frameworks call.
/* oxlint-disable no-underscore-dangle */
import { describe, expect, it, vi } from 'vitest'
import { BaseFilesystem, type BaseFilesystemOptions } from '../../src/filesystem/authors.js'
import { rejectionOf } from './rejection-of.js'

const nothing = async (): Promise<never> => Promise.reject(new TypeError('not used here'))

class TestFilesystem extends BaseFilesystem {
  readonly id = 'test'
  readonly name = 'Test'
  readonly provider = 'test'
  readonly calls: string[] = []
  readonly readFile = nothing
  readonly writeFile = nothing
  readonly appendFile = nothing
  readonly deleteFile = nothing
  readonly copyFile = nothing
  readonly moveFile = nothing
  readonly mkdir = nothing
  readonly rmdir = nothing
  readonly readdir = nothing
  readonly stat = nothing
  failInit = 0
  failDestroy = 0

  constructor(options: BaseFilesystemOptions = {}) {
    super(options)
  }

  async exists(): Promise<boolean> {
    await this.ensureReady()
    return true
  }

  protected override async performInit(): Promise<void> {
    this.calls.push('init')
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (this.failInit-- > 0) throw new TypeError('no init')
  }

  protected override async performDestroy(): Promise<void> {
    this.calls.push('destroy')
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (this.failDestroy-- > 0) throw new TypeError('no destroy')
  }
}

describe('lifecycle of filesystems', () => {
  it('concurrent inits, operations and repeated inits do it once', async () => {
    const filesystem = new TestFilesystem()
    expect([filesystem.status, filesystem.isReady()]).toEqual(['pending', false])
    const running = Promise.all([filesystem.init(), filesystem._init(), filesystem.exists()])
    expect(filesystem.status).toBe('initializing')
    await running
    await filesystem.init()
    expect([filesystem.status, filesystem.isReady(), filesystem.calls]).toEqual(['ready', true, ['init']])
  })

  it('a failed init rejects, shows its reason, and is tried again', async () => {
    const filesystem = new TestFilesystem()
    filesystem.failInit = 2
    await expect(filesystem.init()).rejects.toThrow('no init')
    expect([filesystem.status, filesystem.error]).toEqual(['error', 'no init'])
    expect(await rejectionOf(filesystem.exists())).toMatchObject({ code: 'ENOTREADY', cause: { message: 'no init' } })
    await filesystem.init()
    expect([filesystem.status, filesystem.error]).toEqual(['ready', undefined])
  })

  it('a failing onInit is logged and changes nothing', async () => {
    const filesystem = new TestFilesystem({
      onInit: ({ filesystem: given }) => {
        throw new TypeError(`hook of ${given.id}`)
      },
    })
    const warn = vi.fn<(message: string, ...details: unknown[]) => void>()
    filesystem.__setLogger({
      debug: vi.fn<(message: string, ...details: unknown[]) => void>(),
      info: vi.fn<(message: string, ...details: unknown[]) => void>(),
      error: vi.fn<(message: string, ...details: unknown[]) => void>(),
      warn,
    })
    await filesystem.init()
    expect(filesystem.status).toBe('ready')
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('onInit'),
      expect.objectContaining({ message: 'hook of test' }),
    )
  })

  it('a failing onDestroy never skips destroy', async () => {
    const onDestroy = vi.fn<() => Promise<void>>(async () => Promise.reject(new TypeError('hook')))
    const filesystem = new TestFilesystem({ onDestroy })
    await filesystem.init()
    await Promise.all([filesystem.destroy(), filesystem._destroy()])
    await filesystem.destroy()
    expect(onDestroy).toHaveBeenCalledOnce()
    expect([filesystem.status, filesystem.calls]).toEqual(['destroyed', ['init', 'destroy']])
  })

  it('destroy of a pending filesystem does nothing but end it', async () => {
    const filesystem = new TestFilesystem()
    await filesystem.destroy()
    expect([filesystem.status, filesystem.calls]).toEqual(['destroyed', []])
    expect(await rejectionOf(filesystem.exists())).toMatchObject({ code: 'ENOTREADY', path: 'test' })
  })

  it('destroy waits for init, init waits for destroy, and only an explicit init revives', async () => {
    const filesystem = new TestFilesystem()
    await Promise.all([filesystem.init(), filesystem.destroy()])
    expect(filesystem.status).toBe('destroyed')
    expect(await rejectionOf(filesystem.exists())).toMatchObject({ code: 'ENOTREADY' })
    expect(filesystem.calls.splice(0)).toEqual(['init', 'destroy'])
    await filesystem.init()
    const destroying = filesystem.destroy()
    const reviving = filesystem.init()
    await Promise.all([destroying, reviving])
    expect([filesystem.status, filesystem.calls]).toEqual(['ready', ['init', 'destroy', 'init']])
  })

  it('a failed destroy rejects, shows its reason, and can be tried again', async () => {
    const filesystem = new TestFilesystem()
    await filesystem.init()
    filesystem.failDestroy = 1
    await expect(filesystem.destroy()).rejects.toThrow('no destroy')
    expect([filesystem.status, filesystem.error]).toEqual(['error', 'no destroy'])
    await filesystem.destroy()
    expect(filesystem.status).toBe('destroyed')
  })
})
