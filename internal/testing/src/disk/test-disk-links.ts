import { beforeEach, expect, test } from 'vitest'
import { codeOf, type DiskBench, type TestedDisk } from './disk-bench.js'

interface Ground {
  readonly disk: TestedDisk
  /** Where its relative paths start: empty for each test. */
  readonly root: string
  /** Makes a link with this text at a path below the root. */
  link(text: string, path: string): Promise<void>
}

/** How the disk of a machine treats links. */
export function testDiskLinks(machine: () => DiskBench): void {
  let ground: Ground | undefined
  let count = 0
  beforeEach(async () => {
    const { home, sh, open } = machine()
    const root = `${home}/links ${count++}`
    await sh(`mkdir '${root}'`)
    const link = async (text: string, path: string): Promise<void> => {
      await sh(`ln -s '${text}' '${root}/${path}'`)
    }
    ground = { disk: open(root), root, link }
  })
  const present = (): Ground => {
    if (ground === undefined) throw new TypeError('no test has begun')
    return ground
  }
  testLooks(present)
  testWrites(present)
  testChanges(present)
  testLinkedRoot(machine, present)
}

function testLooks(ground: () => Ground): void {
  test('Links are listed with their text and what they lead to, also those that lead to nothing, and not entered', async () => {
    const { disk, link } = ground()
    await disk.writeFile('d/a', 'x')
    await link('..', 'd/up')
    await link('a', 'd/to a')
    await link('nothing', 'd/dangling')
    await link('round', 'd/round')
    expect(await disk.readdir('.', { recursive: true })).toEqual([
      { name: 'd', type: 'directory' },
      { name: 'd/a', type: 'file', size: 1 },
      { name: 'd/dangling', type: 'file', isSymlink: true, symlinkTarget: 'nothing' },
      { name: 'd/round', type: 'file', isSymlink: true, symlinkTarget: 'round' },
      { name: 'd/to a', type: 'file', isSymlink: true, symlinkTarget: 'a' },
      { name: 'd/up', type: 'directory', isSymlink: true, symlinkTarget: '..' },
    ])
  })

  test('stat follows links; one that leads to nothing does not exist', async () => {
    const { disk, link } = ground()
    await disk.writeFile('real', 'four')
    await disk.mkdir('directory')
    await link('real', 'link')
    await link('directory', 'to directory')
    await link('none', 'dangling')
    expect(await disk.stat('link')).toMatchObject({ name: 'link', path: 'link', type: 'file', size: 4 })
    expect(await disk.stat('to directory')).toMatchObject({ type: 'directory', size: 0 })
    expect(await disk.exists('dangling')).toBe(false)
    expect(await codeOf(disk.stat('dangling'))).toBe('ENOENT')
    expect(await codeOf(disk.readFile('dangling'))).toBe('ENOENT')
  })

  test('realpath resolves links and says what is missing', async () => {
    const { disk, link } = ground()
    await disk.writeFile('d/a\n', 'x')
    await link('d/a\n', 'link')
    await link('/etc/hostname', 'out')
    expect(await disk.realpath('link')).toBe('d/a\n')
    expect(await disk.realpath('.')).toBe('.')
    expect(await disk.realpath('out')).toBe('/etc/hostname')
    expect(await codeOf(disk.realpath('none'))).toBe('ENOENT')
  })
}

function testWrites(ground: () => Ground): void {
  test('Writes and appends go through links, also those that lead to nothing yet, and the links stay', async () => {
    const { disk, link } = ground()
    await disk.writeFile('real', 'old')
    await link('real', 'link')
    await link('made/new', 'dangling')
    await disk.writeFile('link', 'new')
    await disk.appendFile('link', '+')
    await disk.writeFile('dangling', 'made')
    expect(await disk.readFile('real', { encoding: 'utf8' })).toBe('new+')
    expect(await disk.readFile('made/new', { encoding: 'utf8' })).toBe('made')
    const links = await disk.readdir('.')
    expect(links.filter(({ isSymlink }) => isSymlink).map(({ name }) => name)).toEqual(['dangling', 'link'])
  })

  test('An exclusive write does not go through a link', async () => {
    const { disk, link } = ground()
    await link('none', 'dangling')
    expect(await codeOf(disk.writeFile('dangling', 'x', { overwrite: false }))).toBe('EEXIST')
    expect(await disk.exists('none')).toBe(false)
  })

  test('Links in a circle are ELOOP', async () => {
    const { disk, link } = ground()
    await link('y', 'x')
    await link('x', 'y')
    expect(await codeOf(disk.readFile('x'))).toBe('ELOOP')
    expect(await codeOf(disk.writeFile('x', 'z'))).toBe('ELOOP')
    expect(await codeOf(disk.writeFile('x/z', 'z'))).toBe('ELOOP')
    expect(await codeOf(disk.readdir('x'))).toBe('ELOOP')
  })
}

function testChanges(ground: () => Ground): void {
  test('Deleting and moving take the link, not what it leads to', async () => {
    const { disk, link } = ground()
    await disk.writeFile('d/a', 'x')
    await link('d', 'one')
    await link('d', 'two')
    await link('d/', 'three')
    await disk.deleteFile('one', { recursive: true })
    await disk.moveFile('two', 'moved')
    expect(await codeOf(disk.rmdir('three', { recursive: true }))).toBe('ENOTDIR')
    expect(await disk.readdir('.', { recursive: true })).toMatchObject([
      { name: 'd' },
      { name: 'd/a' },
      { name: 'moved', isSymlink: true, symlinkTarget: 'd' },
      { name: 'three', isSymlink: true },
    ])
  })

  test('[BR-131] A directory is copied with its links as links', async () => {
    const { disk, link } = ground()
    await disk.writeFile('d/.hidden', 'x')
    await link('/etc/passwd', 'd/out')
    await link('..', 'd/up')
    await disk.copyFile('d', 'e', { recursive: true })
    await disk.copyFile('d', 'e', { recursive: true })
    expect(await disk.readdir('e')).toEqual([
      { name: '.hidden', type: 'file', size: 1 },
      { name: 'out', type: 'file', isSymlink: true, symlinkTarget: '/etc/passwd' },
      { name: 'up', type: 'directory', isSymlink: true, symlinkTarget: '..' },
    ])
  })

  test('A directory is not moved into itself through a link', async () => {
    const { disk, link } = ground()
    await disk.writeFile('d/a', 'x')
    await link('d', 'link')
    expect(await codeOf(disk.moveFile('d', 'link/e'))).toBe('EINVAL')
    expect(await codeOf(disk.copyFile('d', 'link/e', { recursive: true }))).toBe('EINVAL')
    expect(await disk.exists('d/a')).toBe(true)
  })
}

function testLinkedRoot(machine: () => DiskBench, ground: () => Ground): void {
  test('[BR-133] A working directory that is a link is that directory', async () => {
    const { disk, link, root } = ground()
    await disk.writeFile('real/d/a', 'x')
    await link('real', 'start')
    const linked = machine().open(`${root}/start`)
    await linked.writeFile('d/b', 'y')
    await linked.appendFile('d/b', '+')
    await linked.moveFile('d/b', 'c')
    await linked.copyFile('d', 'e', { recursive: true })
    const names = (await linked.readdir('.', { recursive: true })).map(({ name }) => name)
    expect(names).toEqual(['c', 'd', 'd/a', 'e', 'e/a'])
    expect(await linked.stat('.')).toMatchObject({ type: 'directory', path: '.' })
    expect(await codeOf(linked.rmdir('.', { recursive: true }))).toBe('EACCES')
  })
}
