import { expect, it } from 'vitest'
import { readRepository, readWorkingDirectory } from '@caisson/kit/templates'

it.each([
  ['https://github.com/owner/name', 'https://github.com/owner/name'],
  ['HTTPS://GitHub.COM/Owner/Name.git', 'https://github.com/Owner/Name'],
  ['https://git.example.com:8443/a/b/c.git///', 'https://git.example.com:8443/a/b/c'],
  ['https://github.com:443/owner/name', 'https://github.com/owner/name'],
  ['https://example.com/only', 'https://example.com/only'],
  ['https://example.com/a/.github', 'https://example.com/a/.github'],
])('reads %s', (given, url) => {
  expect(readRepository(given).url).toBe(url)
})

it('takes an address apart', () => {
  expect(readRepository('https://Git.Example.com:8443/group/sub/project.git')).toEqual({
    url: 'https://git.example.com:8443/group/sub/project',
    origin: 'https://git.example.com:8443',
    host: 'git.example.com',
    segments: ['group', 'sub', 'project'],
    name: 'project',
  })
})

it.each([
  'http://github.com/a/b',
  'git@github.com:a/b',
  'ssh://git@github.com/a/b',
  'https://user@github.com/a/b',
  'https://user:secret-word@github.com/a/b',
  'https://github.com/a/b?token=secret-word',
  'https://github.com/a/b#secret-word',
  'https://github.com:0/a/b',
  'https://github.com:65536/a/b',
  'https://github.com',
  'https://github.com/',
  'https://github.com/.git',
  'https://github.com/a//b',
  'https://github.com/a/../b',
  'https://github.com/a/b;reboot',
  'https://github.com/a/$(reboot)',
  "https://github.com/a/b'",
  'https://github.com/a b',
  'https://github.com/a/b\n',
  '--upload-pack=reboot',
  'file:///etc/passwd',
  `https://github.com/a/${'b'.repeat(2048)}`,
  42,
  undefined,
])('refuses %j', (given) => {
  const refused = (): unknown => readRepository(given)
  expect(refused).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', retry: 'never' }))
  expect(refused).toThrow(/^(?!.*secret-word)/s)
})

it.each([
  ['/workspace', '/workspace'],
  ['/a//b/', '/a/b'],
  ['/a/./b', '/a/b'],
  ['/', '/'],
])('reads the directory %s', (given, directory) => {
  expect(readWorkingDirectory(given)).toBe(directory)
})

it.each(['workspace', '', '/a/../b', '/a b', '/a;b', '/$HOME', '/ü', null])('refuses the directory %j', (given) => {
  expect(() => readWorkingDirectory(given)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
