import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { describeBuilt, readBuilt, useBuilder } from './builder.js'

const current = useBuilder()

const hasCurl = existsSync('/usr/bin/curl')

describe.skipIf(!isPrivate)('steps of a build', () => {
  it('runs commands in a shell, as an array, and in another shell, in the directory and environment of the steps before', async () => {
    const build = await current().build(
      [
        'FROM debian:12',
        'ARG VERSION=1.2',
        'ENV NAME="a b" PATH=$PATH:/opt/bin',
        'ENV OLD style $VERSION',
        'WORKDIR /srv/app',
        'WORKDIR sub',
        'RUN pwd > where && echo "$NAME|$OLD|$VERSION" > env && echo "$PATH" >> env && id -un >> env',
        'RUN ["/bin/sh", "-c", "echo $0 > array", "zero"]',
        'SHELL ["/bin/bash", "-c"]',
        'RUN [[ a == a ]] && echo ${BASH_VERSION:+bash} > shell',
        'LABEL a=b',
        'EXPOSE 80',
        'VOLUME /data',
        'ENTRYPOINT ["sleep"]',
        'CMD ["1000"]',
      ].join('\n'),
    )
    expect(build.failure).toBeUndefined()
    expect(await readBuilt(build, '/srv/app/sub/where')).toBe('/srv/app/sub\n')
    expect(await readBuilt(build, '/srv/app/sub/env')).toMatch(/^a b\|style 1\.2\|1\.2\n\S+:\/bin:\/opt\/bin\nroot\n$/)
    expect(await readBuilt(build, '/srv/app/sub/array')).toBe('zero\n')
    expect(await readBuilt(build, '/srv/app/sub/shell')).toBe('bash\n')
    expect(build.image?.config).toEqual({
      env: { NAME: 'a b', OLD: 'style 1.2', PATH: expect.stringMatching(/:\/opt\/bin$/) },
      workDir: '/srv/app/sub',
      entrypoint: ['sleep'],
      cmd: ['1000'],
    })
  })

  it('shows each step and what it prints, both streams, in the log', async () => {
    const build = await current().build('FROM debian:12\nRUN echo one; echo two >&2; printf three\nRUN echo four')
    expect(build.log.text()).toMatch(/Step 1\/3 : FROM debian:12\n/)
    expect(build.log.text()).toMatch(
      /Step 2\/3 : RUN [^\n]+\none\ntwo\nthree\nStep 3\/3 : RUN echo four\nfour\nBuild completed\n$/,
    )
  })

  it('fails with the status of a command, and runs nothing after it', async () => {
    const build = await current().build('FROM debian:12\nRUN echo before; exit 7\nRUN echo after')
    expect(build.state).toBe('failed')
    expect(build.failure).toBe("The command '/bin/sh -c echo before; exit 7' returned a non-zero code: 7")
    expect(build.log.text()).toContain('before\n')
    expect(build.log.text()).not.toContain('after\n')
    expect(build.log.text()).toMatch(/Build failed: The command [^\n]+ 7\n$/)
    expect(build.image).toBeUndefined()
  })

  it('says which program or user does not exist', async () => {
    const program = await current().build('FROM debian:12\nRUN ["no-such-program"]')
    expect(program.failure).toBe("The command 'no-such-program' returned a non-zero code: 127")
    const user = await current().build('FROM debian:12\nUSER nobody-here\nRUN true')
    expect(user.failure).toBe('unable to find user nobody-here: no matching entries in passwd file')
  })

  it('runs commands as the user of the steps before, by name and by number', async () => {
    const build = await current().build(
      'FROM debian:12\nUSER daytona\nRUN id -un > ~/name; echo $HOME > ~/home\nUSER 4321:8765\nRUN id -u > /tmp/ids; id -g >> /tmp/ids',
    )
    expect(build.failure).toBeUndefined()
    expect(await readBuilt(build, '/home/daytona/name')).toBe('daytona\n')
    expect(await readBuilt(build, '/home/daytona/home')).toBe('/home/daytona\n')
    expect(await readBuilt(build, '/tmp/ids')).toBe('4321\n8765\n')
    expect(build.image?.config.user).toBe('4321:8765')
  })

  it('takes commands and files from texts in the Dockerfile', async () => {
    const build = await current().build(
      [
        'FROM debian:12',
        'ENV A=one',
        'RUN <<EOF',
        'echo first > /srv/lines',
        'echo $A >> /srv/lines',
        'EOF',
        'RUN cat <<EOF > /srv/cat',
        'in $A',
        'EOF',
        'COPY --chown=daytona --chmod=640 <<EOF /srv/expanded',
        'is $A',
        'EOF',
        "COPY <<'a.txt' <<b.txt /srv/files/",
        'not $A',
        'a.txt',
        'b',
        'b.txt',
      ].join('\n'),
    )
    expect(build.failure).toBeUndefined()
    expect(await readBuilt(build, '/srv/lines')).toBe('first\none\n')
    expect(await readBuilt(build, '/srv/cat')).toBe('in one\n')
    expect(await readBuilt(build, '/srv/expanded')).toBe('is one\n')
    expect(await describeBuilt(build, '/srv/expanded')).toBe('1000:1000 640')
    expect(await readBuilt(build, '/srv/files/a.txt')).toBe('not $A\n')
    expect(await readBuilt(build, '/srv/files/b.txt')).toBe('b\n')
  })

  it('does not wait for what a command leaves in the background, and ends it', async () => {
    const build = await current().build('FROM debian:12\nRUN sleep 1000 & echo done')
    expect(build.failure).toBeUndefined()
    expect(build.log.text()).toContain('done\nBuild completed')
  })

  it('builds stages one after the other, and brings files from one to the next', async () => {
    const build = await current().build(
      [
        'ARG VERSION=7',
        'ARG UNUSED=x',
        'FROM debian:12 AS Compile',
        'ARG VERSION',
        'WORKDIR /out/bin',
        'RUN echo "v$VERSION|$UNUSED" > tool && echo b > b.txt && echo c > c.txt && chmod 750 tool && mkdir deep && echo d > deep/d',
        'FROM compile AS more',
        'RUN echo more >> tool',
        'FROM debian:12',
        'COPY --from=compile /out/bin/tool /srv/tool',
        'COPY --from=1 --chown=daytona /out/bin/tool /srv/more/',
        'COPY --from=compile /out/bin /srv/all',
        'COPY --from=more /out/bin/*.txt /srv/texts/',
        'RUN test ! -e /out && echo "$VERSION" > /srv/version',
        'CMD ["/srv/tool"]',
      ].join('\n'),
    )
    expect(build.failure).toBeUndefined()
    expect(await readBuilt(build, '/srv/tool')).toBe('v7|\n')
    expect(await describeBuilt(build, '/srv/tool')).toBe('0:0 750')
    expect(await readBuilt(build, '/srv/more/tool')).toBe('v7|\nmore\n')
    expect(await describeBuilt(build, '/srv/more/tool')).toBe('1000:1000 750')
    expect(await readBuilt(build, '/srv/all/deep/d')).toBe('d\n')
    expect((await readBuilt(build, '/srv/texts/b.txt')) + (await readBuilt(build, '/srv/texts/c.txt'))).toBe('b\nc\n')
    expect(await readBuilt(build, '/srv/version')).toBe('\n')
    expect(build.image?.config).toEqual({ env: {}, cmd: ['/srv/tool'] })
    expect(build.image?.disk.layers).toHaveLength(2)
    expect(build.log.text()).toContain('Step 9/13 : COPY --from=1 --chown=daytona /out/bin/tool /srv/more/\n')
  })

  it('says what is not in an earlier stage, or in an image', async () => {
    const missing = await current().build('FROM a AS x\nFROM b\nCOPY --from=x /no/such /srv/')
    expect(missing.failure).toBe('COPY failed: /no/such not found in x')
    const image = await current().build('FROM a\nCOPY --from=other:1 /no/such /srv/')
    expect(image.failure).toBe('COPY failed: /no/such not found in other:1')
    const everything = await current().build('FROM a AS x\nFROM b\nCOPY --from=x / /')
    expect(everything.failure).toContain('does not know COPY --from of a whole file system')
  })

  it.skipIf(!hasCurl)('downloads what ADD names by an address (needs curl)', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/a/file.txt' ? 200 : 404).end('downloaded')
    })
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const build = await current().build(`FROM a\nADD http://127.0.0.1:${port}/a/file.txt /srv/\n`)
    expect(build.failure).toBeUndefined()
    expect(await readBuilt(build, '/srv/file.txt')).toBe('downloaded')
    expect(await describeBuilt(build, '/srv/file.txt')).toBe('0:0 600')
    const missing = await current().build(`FROM a\nADD http://127.0.0.1:${port}/none /srv/\n`)
    expect(missing.failure).toMatch(/^ADD failed: [^]*404/)
  })

  it('outlives commands that no computer can start', async () => {
    const long = await current().build(`FROM a\nRUN true ${'x'.repeat(200_000)}`)
    expect(long.failure).toMatch(/E2BIG/)
    const name = await current().build('FROM a\nUSER über\nRUN true')
    expect(name.failure).toBe('unable to find user über: no matching entries in passwd file')
  })

  it('builds the same once, and what has failed again', async () => {
    const text = 'FROM debian:12\nRUN date +%N > /srv/when'
    const [first, second] = await Promise.all([current().build(text), current().build(text)])
    expect(second).toBe(first)
    expect(current().builder.isBuilt(first.info)).toBe(true)
    expect(await current().build(`${text} `)).not.toBe(first)
    const failed = await current().build('FROM debian:12\nRUN false')
    expect(await current().build('FROM debian:12\nRUN false')).not.toBe(failed)
  })

  it('leaves no machine behind, after failures and builds that were given up too', async () => {
    const build = current().builder.prepare({
      dockerfileContent: 'FROM debian:12\nRUN echo x; sleep 1000',
      contextHashes: [],
    })
    for await (const text of build.log.follow(new AbortController().signal)) if (text.endsWith('x\n')) break
    build.abort.abort()
    await build.ended
    expect(build.failure).toBe('the build was given up')
    expect(current().host.machines()).toEqual([])
  })
})

describe('builds without a machine', () => {
  it('needs none for what only names an image', async () => {
    const build = await current().build('FROM debian:12\nENV A=b\nUSER daytona\nCMD sleep 1')
    expect(build.failure).toBeUndefined()
    expect(build.image?.config).toEqual({ env: { A: 'b' }, user: 'daytona', cmd: ['/bin/sh', '-c', 'sleep 1'] })
    expect(build.log.text()).toContain('The emulator pulls no images')
  })

  it.each([
    ['FROM a\nCOPY x', 'requires at least two arguments'],
    ['FROM a\nCOPY x y z', 'must be a directory and end with a /'],
    ['FROM a\nENV A', "can't find ="],
    ['FROM a\nUSER', 'USER requires exactly one argument'],
    ['FROM a\nSHELL bash', 'SHELL requires'],
    ['not a Dockerfile', 'unknown instruction: NOT'],
  ])('refuses %j by name', async (text, reason) => {
    const build = await current().build(text)
    expect(build.failure).toContain(reason)
  })

  it('names a build context that nobody has uploaded', async () => {
    const build = await current().build('FROM a\nCOPY x y', ['0123abc'])
    expect(build.failure).toBe('the build context 0123abc was not uploaded')
  })
})
