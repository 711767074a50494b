import type { EntryName } from './packed-install.js'

interface Program {
  readonly imports: string
  readonly body: string
  readonly prints: string
}

/** For each entry a small program that does something real with it and prints what came out. */
const programs: Readonly<Record<EntryName, Program>> = {
  '.': {
    imports: `import { createCodeMode, LocalSandbox } from '@caisson/core'`,
    body: `const sandbox = new LocalSandbox()
      const { tool } = createCodeMode({ tools: {}, sandbox })
      const { result, logs } = await tool.execute({ code: 'console.log("seen"); const six: number = 6; return six * 7' })
      await sandbox.destroy()
      console.log(result, logs[0])`,
    prints: '42 seen',
  },
  './workspace': {
    imports: `import { LocalSandbox } from '@caisson/core/workspace'`,
    body: `const sandbox = new LocalSandbox()
      const { stdout, exitCode } = await sandbox.executeCommand('printf', ['%s', 'a "b" c'])
      await sandbox.destroy()
      console.log(exitCode, stdout)`,
    prints: '0 a "b" c',
  },
  './tools': {
    imports: `import { createCodeMode } from '@caisson/core/tools'\nimport { LocalSandbox } from '@caisson/core/workspace'`,
    body: `const sandbox = new LocalSandbox()
      const { tool } = createCodeMode({ tools: {}, sandbox })
      const { error } = await tool.execute({ code: 'throw new TypeError("meant")' })
      await sandbox.destroy()
      console.log(error.name, error.message)`,
    prints: 'TypeError meant',
  },
  './editor': {
    imports: `import * as editor from '@caisson/core/editor'`,
    body: `console.log(Object.keys(editor).length > 0)`,
    prints: 'true',
  },
  './driver': {
    imports: `import { sh } from '@caisson/core/driver'`,
    body: `console.log(String(sh\`printf %s \${"it's"}\`))`,
    prints: `printf %s 'it'\\''s'`,
  },
}

/** A module that runs the program of an entry; no top-level await, since it also becomes CommonJS. */
export function programSource(entry: EntryName): string {
  const { imports, body } = programs[entry]
  return `${imports}
    const main = async () => { ${body} }
    main().catch((error) => { console.error(error); process.exitCode = 1 })\n`
}

export function programOutput(entry: EntryName): string {
  return programs[entry].prints
}
