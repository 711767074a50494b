import { describe, expect, it } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'

const emulated = useEmulator({ pageSize: 3 })

const names = [
  'a b+c%20d?e#f&g.txt',
  '\u00E9',
  '\u{1F600}',
  "q'",
  'a+b',
  '100%',
  '%2F',
  'a=b&c',
  '<x>&amp;"',
  'line\nfeed',
  'return\rhere',
  'tab\t.',
  'bell\u0007.',
  'back\\slash',
  '...',
  '(!*)',
  "it's $(x) `y` ;",
  'x'.repeat(200),
]

describe('BR-145 special names', () => {
  it.each(names)('%j is written, listed, copied, moved and deleted under just this name', async (name) => {
    const filesystem = emulated.make({ prefix: 'team a+b' })
    const content = `content of ${name}`
    await filesystem.writeFile(`d/${name}`, content)
    expect((await filesystem.readdir('d')).map((entry) => entry.name)).toEqual([name])
    await filesystem.copyFile(`d/${name}`, `d2/${name}`)
    await filesystem.moveFile(`d2/${name}`, `d3/${name} (2)`)
    expect(await filesystem.exists(`d2/${name}`)).toBe(false)
    expect(await filesystem.readFile(`d3/${name} (2)`, { encoding: 'utf-8' })).toBe(content)
    await filesystem.appendFile(`d/${name}`, '!')
    expect(await filesystem.readFile(`d/${name}`, { encoding: 'utf-8' })).toBe(`${content}!`)
    await filesystem.rmdir('d', { recursive: true })
    await filesystem.deleteFile(`d3/${name} (2)`)
    expect(await emulated.make().readdir('/', { recursive: true })).not.toContainEqual(
      expect.objectContaining({ type: 'file' }),
    )
  })

  it('are deleted together, whatever they are', async () => {
    const filesystem = emulated.make()
    await Promise.all(names.map(async (name) => filesystem.writeFile(`d/${name}`, name)))
    expect((await filesystem.readdir('d')).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    await filesystem.rmdir('d', { recursive: true })
    expect(await filesystem.exists('d')).toBe(false)
  })
})

describe('[M12] a prefix', () => {
  it.each(['a/b', '/a/b/', 'a/b/', 'a b'])('BR-100 %j is all that is seen', async (prefix) => {
    const whole = emulated.make()
    const filesystem = emulated.make({ prefix })
    await whole.writeFile('outside', 'x')
    await filesystem.writeFile('f', 'x')
    expect(await whole.exists(`${prefix}/f`)).toBe(true)
    expect((await filesystem.readdir('/')).map(({ name }) => name)).toEqual(['f'])
    expect(await filesystem.exists('outside')).toBe(false)
    await expect(filesystem.readFile('../outside')).rejects.toMatchObject({ code: 'EACCES' })
  })

  it('BR-140 hides siblings that begin alike', async () => {
    const whole = emulated.make()
    for (const key of ['a/b.txt', 'a.txt', 'ab/c']) await whole.writeFile(key, key)
    const filesystem = emulated.make({ prefix: 'a' })
    expect((await filesystem.readdir('/')).map(({ name }) => name)).toEqual(['b.txt'])
    await whole.rmdir('a', { recursive: true })
    expect(await whole.exists('a.txt')).toBe(true)
    expect(await whole.exists('ab/c')).toBe(true)
  })
})
