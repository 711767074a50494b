import type { FilesystemError } from '@caisson/core'
import { expect, it } from 'vitest'
import { MemoryObjectStore, ObjectStoreFilesystem } from '../../src/object-store.js'
import { TreeModel, type Outcome } from './support/tree-model.js'

/** The same numbers for the same seed, so that what fails can be run again. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

// Names that begin alike and sort around '/', few enough that most operations meet something.
const names = ['a', 'a-', 'a.b', 'ab', 'é']

interface Step {
  readonly text: string
  run(filesystem: ObjectStoreFilesystem): Promise<unknown>
  expect(model: TreeModel): Outcome
}

type Draw = (below: number) => number

const isOnce = (draw: Draw): boolean => draw(2) === 0
const drawPath = (draw: Draw): string =>
  Array.from({ length: 1 + draw(3) }, () => names[draw(names.length)] ?? 'a').join('/')

const makers: ((draw: Draw, model: TreeModel) => Step | undefined)[] = [
  (draw, model) => {
    const [path, content, overwrite] = [drawPath(draw), String(draw(1000)), draw(3) > 0]
    if (model.isMixed(path)) return undefined
    return {
      text: `write ${path} ${overwrite}`,
      run: async (filesystem) => filesystem.writeFile(path, content, { overwrite }),
      expect: () => model.write(path, content, overwrite),
    }
  },
  (draw, model) => {
    const [path, content] = [drawPath(draw), String(draw(1000))]
    if (model.isMixed(path)) return undefined
    return {
      text: `append ${path}`,
      run: async (filesystem) => filesystem.appendFile(path, content),
      expect: () => model.append(path, content),
    }
  },
  (draw, model) => {
    const path = drawPath(draw)
    return {
      text: `read ${path}`,
      run: async (filesystem) => filesystem.readFile(path, { encoding: 'utf8' }),
      expect: () => model.read(path),
    }
  },
  (draw, model) => {
    const path = drawPath(draw)
    return {
      text: `stat ${path}`,
      run: async (filesystem) => (await filesystem.stat(path)).type,
      expect: () => model.stat(path),
    }
  },
  (draw, model) => {
    const path = drawPath(draw)
    return {
      text: `list ${path}`,
      run: async (filesystem) => {
        const entries = await filesystem.readdir(path, { recursive: true })
        return entries.map(({ name }) => name).toSorted()
      },
      expect: () => model.list(path),
    }
  },
  (draw, model) => {
    const path = drawPath(draw)
    return {
      text: `mkdir ${path}`,
      run: async (filesystem) => filesystem.mkdir(path),
      expect: () => model.mkdir(path),
    }
  },
  (draw, model) => {
    const [path, recursive] = [drawPath(draw), isOnce(draw)]
    return {
      text: `rmdir ${path} ${recursive}`,
      run: async (filesystem) => filesystem.rmdir(path, { recursive }),
      expect: () => model.rmdir(path, recursive),
    }
  },
  (draw, model) => {
    const [path, recursive] = [drawPath(draw), draw(4) === 0]
    return {
      text: `delete ${path} ${recursive}`,
      run: async (filesystem) => filesystem.deleteFile(path, { recursive }),
      expect: () => model.delete(path, recursive),
    }
  },
  (draw, model) => makeTransfer('copy', draw, model),
  (draw, model) => makeTransfer('move', draw, model),
]

function makeTransfer(kind: 'copy' | 'move', draw: Draw, model: TreeModel): Step | undefined {
  const [from, to, overwrite] = [drawPath(draw), drawPath(draw), draw(3) > 0]
  // A bucket is not asked whether something above the destination is a file, and a merge may meet the other kind.
  const isAboveFile = model.isMixed(to) && !model.directories.has(to)
  const isMerge = kind === 'copy' && model.directories.has(from) && model.directories.has(to)
  if ((isAboveFile && !to.startsWith(`${from}/`)) || isMerge) return undefined
  return {
    text: `${kind} ${from} ${to} ${overwrite}`,
    run: async (filesystem) =>
      kind === 'copy'
        ? filesystem.copyFile(from, to, { overwrite, recursive: true })
        : filesystem.moveFile(from, to, { overwrite }),
    expect: () => model[kind](from, to, overwrite),
  }
}

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  return call.then(
    (value) => ({ value }),
    (error: FilesystemError) => ({ code: error.code }),
  )
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a bucket does what a plain tree does, in 500 random steps (seed %i)',
  async (seed) => {
    const draw = makeRandom(seed)
    const driver = new MemoryObjectStore({ pageSize: 3, deleteBatch: 2 })
    const filesystem = new ObjectStoreFilesystem({ driver, prefix: 'p' })
    const model = new TreeModel()
    const done: string[] = []
    for (let count = 0; count < 500;) {
      const step = makers[draw(makers.length)]?.(draw, model)
      if (!step) continue
      count++
      done.push(step.text)
      const wanted = step.expect(model)
      const found = await outcomeOf(step.run(filesystem))
      expect(found, done.slice(-8).join('\n')).toEqual(wanted)
    }
    const entries = await filesystem.readdir('/', { recursive: true })
    expect({ value: entries.map(({ name }) => name).toSorted() }).toEqual(model.list(''))
    for (const [path, content] of model.files) {
      expect(await filesystem.readFile(path, { encoding: 'utf8' })).toBe(content)
    }
  },
)
