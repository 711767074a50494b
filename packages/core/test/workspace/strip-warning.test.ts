import { afterEach, expect, it, vi } from 'vitest'
import { Workspace } from '../../src/workspace/index.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

afterEach(() => void vi.restoreAllMocks())

// Node warns once per process, so this must be the first use in it: a file of its own.
it('erasing types does not trouble users with a warning, and gives warnings back to others', async () => {
  // The test runner filters warnings, so what reaches the process is looked at before that.
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const sandbox = createPlainSandbox()
  await new Workspace({ sandbox }).executeCode('const a: number = 1; void a', { language: 'typescript' })
  expect(sandbox.commands[0]?.args?.at(-1)).toBe('const a         = 1; void a')
  expect(emitWarning).not.toHaveBeenCalled()
  process.emitWarning('still heard', 'ExperimentalWarning')
  expect(emitWarning).toHaveBeenCalledTimes(1)
})
