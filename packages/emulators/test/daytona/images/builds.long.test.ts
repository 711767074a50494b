import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DaytonaError, Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, makeFiles, run, useDaytona } from './use-daytona.js'

const current = useDaytona({ transitionMs: 30 })

describe.skipIf(!isPrivate)('declarative builds', () => {
  it('make a snapshot whose sandboxes have the files, variables, directory and user of the image', async () => {
    const { daytona } = current()
    const logs: string[] = []
    const image = Image.base('debian:12')
      .env({ GREETING: 'hello there', QUOTE: `it's "x" $y` })
      .workdir('/srv/app dir')
      .runCommands('echo "$GREETING" > made && chown -R daytona .', ['sh', '-c', 'echo second > /srv/second'])
      .dockerfileCommands(['USER daytona', 'LABEL a=b'])
      .entrypoint(['sleep', 'infinity'])
    const snapshot = await daytona.snapshot.create({ name: 'built', image }, { onLogs: (line) => logs.push(line) })
    expect(snapshot).toMatchObject({ state: 'active', entrypoint: ['sleep', 'infinity'] })
    expect(snapshot.buildInfo).toMatchObject({ dockerfileContent: image.dockerfile, contextHashes: [] })
    expect(logs[0]).toBe('Creating snapshot built (building)')
    expect(logs.join('\n')).toMatch(/Step 5\/9 : RUN echo "\$GREETING"/)
    expect(logs.at(-1)).toBe('Created snapshot built (active)')
    const sandbox = cleanUp(await daytona.create({ snapshot: 'built', envVars: { OWN: 'yes' } }))
    expect(await run(sandbox, 'cat made && echo "$GREETING|$QUOTE|$OWN" && pwd && id -un')).toBe(
      `hello there\nhello there|it's "x" $y|yes\n/srv/app dir\ndaytona\n`,
    )
    expect(await run(sandbox, 'ps -eo args | grep -c "[s]leep infinity"')).toBe('1\n')
  })

  it('copy files and directories from the computer of the client', async () => {
    const { daytona } = current()
    const directory = await makeFiles({ 'one.txt': 'one', 'tree/a/b.txt': 'b', 'tree/.hidden': 'h' })
    const image = Image.base('debian:12')
      .addLocalFile(path.join(directory, 'one.txt'), '/srv/given/')
      .addLocalFile(path.join(directory, 'one.txt'), '/srv/renamed.txt')
      .addLocalDir(path.join(directory, 'tree'), '/srv/tree')
    await daytona.snapshot.create({ name: 'copied', image })
    const sandbox = cleanUp(await daytona.create({ snapshot: 'copied' }))
    const all = await run(sandbox, 'cd /srv && find . -type f | sort && cat given/one.txt renamed.txt tree/a/b.txt')
    expect(all).toBe('./given/one.txt\n./renamed.txt\n./tree/.hidden\n./tree/a/b.txt\noneoneb')
  })

  it('take a Dockerfile and what it copies, by pattern too', async () => {
    const { daytona } = current()
    const directory = await makeFiles({
      Dockerfile: [
        'FROM debian:12',
        'COPY src/*.txt /srv/texts/',
        'COPY --chown=daytona:daytona --chmod=600 [ "src/a.txt", "/srv/name with space" ]',
        'RUN stat -c "%U %a" "/srv/name with space" > /srv/stat \\',
        '  # in between',
        '  && cat /srv/texts/* > /srv/all',
        // The client uploads what COPY names, and nothing for patterns and for ADD.
        'COPY src/b.txt src/things.tar /srv/named/',
        'ADD src/things.tar /srv/unpacked/',
        '',
      ].join('\n'),
      'src/a.txt': 'a',
      'src/b.txt': 'b',
      'src/c.md': 'c',
      'src/things.tar': makeTar('inside.txt', 'packed'),
    })
    const image = Image.fromDockerfile(path.join(directory, 'Dockerfile')).dockerfileCommands(
      ['COPY src/c.md /srv/c.md'],
      directory,
    )
    await daytona.snapshot.create({ name: 'from-file', image })
    const sandbox = cleanUp(await daytona.create({ snapshot: 'from-file' }))
    expect(await run(sandbox, 'cat /srv/stat /srv/all /srv/c.md /srv/unpacked/inside.txt')).toBe(
      'daytona 600\nabcpacked',
    )
    expect(await run(sandbox, 'ls /srv/texts')).toBe('a.txt\nb.txt\n')
  })

  it('upload what is larger than one part, and the same only once', async () => {
    const { daytona, emulator } = current()
    const bytes = randomBytes(6 * 1024 * 1024)
    const directory = await makeFiles({ 'large.bin': bytes })
    const image = (): Image => Image.base('debian:12').addLocalFile(path.join(directory, 'large.bin'), '/srv/large.bin')
    emulator.journal.clear()
    await daytona.snapshot.create({ name: 'large', image: image().runCommands('sha256sum /srv/large.bin') })
    const uploads = (): number => emulator.journal.entries().filter(({ route }) => route === 'UploadPart').length
    expect(uploads()).toBe(2)
    await daytona.snapshot.create({ name: 'large-again', image: image() })
    expect(uploads()).toBe(2)
    const sandbox = cleanUp(await daytona.create({ snapshot: 'large-again' }))
    expect(await run(sandbox, 'stat -c %s /srv/large.bin')).toBe(`${bytes.length}\n`)
    const copy = await sandbox.fs.downloadFile('/srv/large.bin')
    expect(copy.equals(bytes)).toBe(true)
  })

  it('end in a snapshot that says why, when a step fails', async () => {
    const { daytona } = current()
    const logs: string[] = []
    const image = Image.base('debian:12').runCommands('echo about to fail', 'echo no >&2; exit 3')
    const made = daytona.snapshot.create({ name: 'failing', image }, { onLogs: (line) => logs.push(line) })
    await expect(made).rejects.toThrow(
      "Name: failing Reason: The command '/bin/sh -c echo no >&2; exit 3' returned a non-zero code: 3",
    )
    await expect(made).rejects.toBeInstanceOf(DaytonaError)
    expect(logs.join('\n')).toMatch(/about to fail\n[^]*no\n/)
    expect(await daytona.snapshot.get('failing')).toMatchObject({ state: 'build_failed', size: null })
    await expect(daytona.create({ snapshot: 'failing' })).rejects.toThrow('Snapshot failing is build_failed')
  })

  it('show their output while it is printed', async () => {
    const { ask, emulator } = current()
    const dockerfileContent = 'FROM debian:12\nRUN echo first; while [ ! -e /tmp/go ]; do sleep 0.05; done\n'
    const { body } = await ask('POST', '/snapshots', { name: 'endless', buildInfo: { dockerfileContent } })
    const { id } = body as { id: string }
    const { url } = (await ask('GET', `/snapshots/${id}/build-logs-url`)).body as { url: string }
    expect(url).not.toContain('?')
    const headers = { Authorization: `Bearer ${emulator.env['DAYTONA_API_KEY']}` }
    const stop = new AbortController()
    const answer = await fetch(`${url}?follow=true`, { headers, signal: stop.signal })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('first\n')) seen += (await reader?.read())?.value ?? ''
    stop.abort()
    expect(await (await fetch(url, { headers })).text()).toContain('first\n')
    expect((await ask('GET', '/snapshots/endless')).body).toMatchObject({ state: 'building' })
    await ask('DELETE', `/snapshots/${id}`)
  })
})

/** An archive with one file. */
function makeTar(name: string, content: string): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0)
  head.write('0000644\u0000', 100)
  head.write('0000000\u0000', 108)
  head.write('0000000\u0000', 116)
  head.write(`${content.length.toString(8).padStart(11, '0')}\u0000`, 124)
  head.write('00000000000\u0000', 136)
  head.write('        0', 148)
  head.write('ustar\u000000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
  const body = Buffer.alloc(512)
  body.write(content)
  return Buffer.concat([head, body, Buffer.alloc(1024)])
}
