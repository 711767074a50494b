import { afterEach, expect, it } from 'vitest'
import { useFiles } from '../storage/support/files.js'

const files = useFiles()
afterEach(() => files.emulator.reset())

const put = 'PUT /fs/{bucket}/*'
const get = 'GET /fs/{bucket}/*'
const head = 'HEAD /fs/{bucket}/*'
const post = 'POST /fs/{bucket}/*'
const remove = 'DELETE /fs/{bucket}/*'

type Filesystem = ReturnType<typeof files.open>

/** Each in a store with `top`, `dir/file`, and the directory `dir/made`. */
const operations: readonly (readonly [string, (filesystem: Filesystem) => Promise<unknown>, readonly string[]])[] = [
  ['read', async (filesystem) => filesystem.readFile('top'), [get]],
  ['write', async (filesystem) => filesystem.writeFile('new', 'new'), [put]],
  ['write below a directory', async (filesystem) => filesystem.writeFile('a/b/c', 'new'), [put]],
  ['delete', async (filesystem) => filesystem.deleteFile('top'), [remove]],
  // Whether the directory is still there: it may have been by this file alone.
  ['delete below a directory', async (filesystem) => filesystem.deleteFile('dir/file'), [remove, get]],
  ['copy', async (filesystem) => filesystem.copyFile('top', 'copy'), [post]],
  ['move', async (filesystem) => filesystem.moveFile('top', 'moved'), [post]],
  ['move below a directory', async (filesystem) => filesystem.moveFile('dir/file', 'moved'), [post, get]],
  ['mkdir', async (filesystem) => filesystem.mkdir('directory'), [post]],
  ['list one page', async (filesystem) => filesystem.readdir('dir'), [get]],
  ['stat of a file', async (filesystem) => filesystem.stat('dir/file'), [head]],
  ['stat of a directory', async (filesystem) => filesystem.stat('dir'), [head, get]],
  ['append', async (filesystem) => filesystem.appendFile('top', 'more'), [get, put]],
]

it.each(operations)('[P10] PlatformFilesystem: %s takes exactly these requests', async (_name, operation, routes) => {
  const filesystem = files.open()
  await filesystem.writeFile('top', 'content')
  await filesystem.writeFile('dir/file', 'content')
  await filesystem.mkdir('dir/made')
  const { journal } = files.emulator
  const after = journal.last
  await operation(files.open())
  expect(journal.entries({ after }).map(({ route }) => route)).toEqual(routes)
})
