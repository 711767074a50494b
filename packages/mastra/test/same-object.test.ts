import {
  type LocalFilesystem,
  LocalSandbox,
  StdioCodeModeTransport,
  type CodeModeTransport,
  type WorkspaceFilesystem,
  type WorkspaceSandbox,
} from '@caisson/core'
import { localSandboxProvider, type FilesystemProvider, type SandboxProvider } from '@caisson/core/editor'
import * as adapters from '@caisson/mastra'
import type * as editor from '@mastra/core/editor'
import type * as tools from '@mastra/core/tools'
import type * as workspace from '@mastra/core/workspace'
import { describe, expect, expectTypeOf, it } from 'vitest'

describe('objects that only need another type', () => {
  it.each([
    ['asMastraSandbox', new LocalSandbox(), adapters.asMastraSandbox],
    ['asMastraCodeModeTransport', new StdioCodeModeTransport(), adapters.asMastraCodeModeTransport],
    ['asMastraSandboxProvider', localSandboxProvider, adapters.asMastraSandboxProvider],
  ] as const)('stay the same: %s', (_name, value, adapt: (value: never) => unknown) => {
    expect(adapt(value as never)).toBe(value)
  })

  it('go there and back', () => {
    const sandbox = new LocalSandbox()
    expect(adapters.asCaissonSandbox(adapters.asMastraSandbox(sandbox))).toBe(sandbox)
  })
})

describe('the types', () => {
  it('fit those of Mastra, also under exactOptionalPropertyTypes', () => {
    expectTypeOf(adapters.asMastraSandbox).toBeCallableWith({} as WorkspaceSandbox)
    expectTypeOf(adapters.asMastraSandbox).toBeCallableWith({} as LocalSandbox)
    expectTypeOf(adapters.asMastraSandbox).returns.toEqualTypeOf<workspace.WorkspaceSandbox>()
    expectTypeOf(adapters.asMastraCodeModeTransport).toBeCallableWith({} as CodeModeTransport)
    expectTypeOf(adapters.asMastraCodeModeTransport).returns.toEqualTypeOf<tools.CodeModeTransport>()
    const sandboxes = adapters.asMastraSandboxProvider({} as SandboxProvider<{ region: string }>)
    expectTypeOf(sandboxes).toEqualTypeOf<editor.SandboxProvider<{ region: string }>>()
    const filesystems = adapters.toMastraFilesystemProvider({} as FilesystemProvider<{ bucket: string }>)
    expectTypeOf(filesystems).toEqualTypeOf<editor.FilesystemProvider<{ bucket: string }>>()
  })

  it('of an adapted filesystem keep what it has beyond those of Mastra', () => {
    type Adapted = adapters.MastraFilesystem<LocalFilesystem>
    expectTypeOf<Adapted>().toExtend<workspace.WorkspaceFilesystem>()
    expectTypeOf<Adapted['readStream']>().toEqualTypeOf<LocalFilesystem['readStream']>()
    expectTypeOf<adapters.MastraFilesystem>().toExtend<workspace.WorkspaceFilesystem>()
    expectTypeOf<adapters.MastraFilesystem['writeStream']>().toEqualTypeOf<WorkspaceFilesystem['writeStream']>()
  })

  it('of a sandbox of Mastra fit those of Caisson', () => {
    expectTypeOf<adapters.MastraBackedSandbox>().toExtend<WorkspaceSandbox>()
    expectTypeOf(adapters.asCaissonSandbox).toBeCallableWith({} as workspace.LocalSandbox)
  })
})
