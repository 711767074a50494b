import { expect, it } from 'vitest'
import { fill, makeBench, type Bench } from './support/bench.js'

type Call = (bench: Bench) => Promise<unknown>

const kept = { 'p/d/a': 'x', 'p/d/b': 'y', 'p/e/': '' }

const counts: [title: string, call: Call, sent: string[]][] = [
  ['readFile', async ({ filesystem }) => filesystem.readFile('d/a'), ['get p/d/a']],
  ['readStream', async ({ filesystem }) => filesystem.readStream('d/a'), ['get p/d/a']],
  ['stat', async ({ filesystem }) => filesystem.stat('d/a'), ['head p/d/a']],
  ['exists', async ({ filesystem }) => filesystem.exists('d/a'), ['head p/d/a']],
  ['exists of a directory', async ({ filesystem }) => filesystem.exists('d'), ['head p/d', 'list p/d/']],
  ['exists of nothing', async ({ filesystem }) => filesystem.exists('n'), ['head p/n', 'list p/n/']],
  ['exists of the root', async ({ filesystem }) => filesystem.exists('/'), ['list p/']],
  ['writeFile', async ({ filesystem }) => filesystem.writeFile('n', 'x'), ['put p/n']],
  ['writeFile deep down', async ({ filesystem }) => filesystem.writeFile('n/e/w', 'x'), ['put p/n/e/w']],
  [
    'writeFile with overwrite: false',
    async ({ filesystem }) => filesystem.writeFile('n', 'x', { overwrite: false }),
    ['put p/n'],
  ],
  [
    'writeFile with recursive: false',
    async ({ filesystem }) => filesystem.writeFile('d/n', 'x', { recursive: false }),
    ['list p/d/', 'put p/d/n'],
  ],
  [
    'writeFile with an expectedMtime that stat told',
    async ({ filesystem, sent }) => {
      const { modifiedAt } = await filesystem.stat('d/a')
      sent()
      await filesystem.writeFile('d/a', 'x', { expectedMtime: modifiedAt })
    },
    ['put p/d/a'],
  ],
  [
    'writeFile with an expectedMtime from elsewhere',
    async ({ filesystem, store, sent }) => {
      const facts = await store.head('p/d/a')
      sent()
      await filesystem.writeFile('d/a', 'x', { expectedMtime: facts?.modifiedAt })
    },
    ['head p/d/a', 'put p/d/a'],
  ],
  [
    'writeStream of little',
    async ({ filesystem }) =>
      filesystem.writeStream(
        'n',
        (async function* () {
          yield 'x'
        })(),
      ),
    ['put p/n'],
  ],
  ['appendFile', async ({ filesystem }) => filesystem.appendFile('d/a', 'x'), ['get p/d/a', 'put p/d/a']],
  [
    'appendFile to a new file',
    async ({ filesystem }) => filesystem.appendFile('n', 'x'),
    ['get p/n', 'list p/n/', 'put p/n'],
  ],
  ['deleteFile', async ({ filesystem }) => filesystem.deleteFile('d/a'), ['head p/d/a', 'delete p/d/a', 'list p/d/']],
  [
    'rmdir of a small directory',
    async ({ filesystem }) => filesystem.rmdir('d', { recursive: true }),
    ['list p/d/', 'delete p/d/a'],
  ],
  ['readdir', async ({ filesystem }) => filesystem.readdir('d'), ['list p/d/']],
  ['readdir, recursive', async ({ filesystem }) => filesystem.readdir('/', { recursive: true }), ['list p/']],
  ['walk', async ({ filesystem }) => filesystem.walk('/'), ['list p/']],
  ['mkdir', async ({ filesystem }) => filesystem.mkdir('n'), ['head p/n', 'put p/n/']],
  ['copyFile', async ({ filesystem }) => filesystem.copyFile('d/a', 'n'), ['head p/d/a', 'list p/n/', 'copy p/d/a']],
  [
    'moveFile',
    async ({ filesystem }) => filesystem.moveFile('d/a', 'n'),
    ['head p/d/a', 'list p/n/', 'copy p/d/a', 'delete p/d/a', 'list p/d/'],
  ],
  ['init', async ({ filesystem }) => filesystem.init(), ['check ']],
]

it.each(counts)('%s sends what is needed and no more, on first use too', async (_, call, sent) => {
  const bench = makeBench({ prefix: 'p' })
  await fill(bench.store, kept)
  bench.sent()
  await call(bench)
  expect(bench.sent()).toEqual(sent)
})

it('a filesystem that was initialised sends the same', async () => {
  const bench = makeBench({ prefix: 'p' })
  await fill(bench.store, kept)
  await bench.filesystem.init()
  bench.sent()
  await bench.filesystem.readFile('d/a')
  expect(bench.sent()).toEqual(['get p/d/a'])
})

it('a shallow listing of a large tree costs what it shows, not what there is', async () => {
  const bench = makeBench({ pageSize: 50 })
  for (let index = 0; index < 400; index++) await bench.store.put(`deep/er/${index}`, Buffer.from('x'))
  await bench.store.put('top', Buffer.from('x'))
  bench.sent()
  const entries = await bench.filesystem.readdir('/', { recursive: true, maxDepth: 2 })
  expect(entries.map(({ name }) => name)).toEqual(['deep', 'deep/er', 'top'])
  expect(bench.sent()).toEqual(['list ', 'list ', 'list deep/'])
})
