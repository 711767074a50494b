import { describe, expect, it } from 'vitest'
import { ProcessStdin } from '../../src/process/process-stdin.js'

/** Input whose end is refused; `end` says how the process ended before that. */
function refusing(end: string | undefined): ProcessStdin {
  let ending: string | undefined
  const closeStdin = async (): Promise<void> => {
    ending = end
    throw new TypeError('the machine is gone')
  }
  const remote = { pid: '1', command: 'cat', wait: async () => ({ exitCode: 0 }), kill: async () => true, closeStdin }
  return new ProcessStdin({
    remote: { ...remote, writeStdin: async () => undefined },
    hasStdin: true,
    translate: async (error) => error as Error,
    ending: () => ending,
  })
}

describe('the end of input that is refused', () => {
  it('is told while the process runs, and can be asked for again', async () => {
    const stdin = refusing(undefined)
    await expect(stdin.close()).rejects.toThrow('the machine is gone')
    await expect(stdin.close()).rejects.toThrow('the machine is gone')
  })

  it('is no error where the process has ended meanwhile: there is nothing left to end', async () => {
    const stdin = refusing('has exited')
    await expect(stdin.close()).resolves.toBeUndefined()
  })
})
