import { CommandExitError, InvalidArgumentError, NotFoundError, AuthenticationError, TimeoutError } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSdk } from './support/stub-gateway.js'
import type { SdkSandbox } from './support/stub-gateway.js'
import { isRoot, rootOnly, startTestEnvd, testUser } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'

let envd: TestEnvd
let sdk: SdkSandbox

beforeAll(async () => {
  envd = await startTestEnvd({ envVars: { E2B_SANDBOX: 'true' } })
  sdk = await connectSdk(envd)
})

afterAll(async () => {
  await sdk?.close()
  await envd?.stop()
})

test('A command has its output, its exit code and the home of the user as its directory', async () => {
  const result = await sdk.sandbox.commands.run('echo out; echo err >&2; pwd')
  expect(result).toMatchObject({ exitCode: 0, stdout: `out\n${envd.home}\n`, stderr: 'err\n' })
})

test('A command that fails says so with its code', async () => {
  const failure = await sdk.sandbox.commands.run('exit 7').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CommandExitError)
  expect(failure).toMatchObject({ exitCode: 7, message: 'exit status 7' })
})

test('A command sees only the variables of the sandbox and its own, and later commands see neither', async () => {
  const { stdout } = await sdk.sandbox.commands.run('env', { envs: { OWN: 'a b\nc' } })
  expect(stdout).toContain('OWN=a b\nc\n')
  const { stdout: later } = await sdk.sandbox.commands.run('env')
  const names = later.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
  // What bash and the system's profile set by themselves.
  const ofShell = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'PATH', 'MAIL', 'LANG'])
  expect(names.filter((name) => !ofShell.has(name)).toSorted()).toEqual(['E2B_SANDBOX', 'HOME', 'LOGNAME', 'USER'])
})

test.skipIf(!isRoot)(`A command runs as the user of the sandbox, or as the one it names (${rootOnly})`, async () => {
  const identity = async (user?: string) =>
    (await sdk.sandbox.commands.run('id -u; id -g; id -G', user === undefined ? {} : { user })).stdout
  expect(await identity()).toBe(`${testUser.uid}\n${testUser.gid}\n${testUser.gid}\n`)
  expect((await identity('root')).startsWith('0\n0\n')).toBe(true)
  const { stdout } = await sdk.sandbox.commands.run('echo $USER $HOME; id -un; touch x 2>&1 || echo refused', {
    user: 'nobody',
    cwd: '/usr',
  })
  expect(stdout).toBe("nobody /nonexistent\nnobody\ntouch: cannot touch 'x': Permission denied\nrefused\n")
})

test('An unknown user is refused', async () => {
  const failure = await sdk.sandbox.commands.run('id', { user: 'no-such-user' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AuthenticationError)
  expect(String(failure)).toContain("invalid username: 'no-such-user'")
})

test('A directory is resolved from the home, and must exist', async () => {
  await sdk.sandbox.commands.run('mkdir -p deep/er')
  for (const cwd of ['deep/er', '~/deep/er', `${envd.home}/deep/er`]) {
    expect((await sdk.sandbox.commands.run('pwd', { cwd })).stdout).toBe(`${envd.home}/deep/er\n`)
  }
  const failure = await sdk.sandbox.commands.run('pwd', { cwd: '/nope' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InvalidArgumentError)
  expect(String(failure)).toContain("cwd '/nope' does not exist")
})

test('Input reaches a command until it is closed', async () => {
  // It lives on for a moment, so that the second closing still finds it.
  const handle = await sdk.sandbox.commands.run('cat; echo done; sleep 2', { background: true, stdin: true })
  await sdk.sandbox.commands.sendStdin(handle.pid, 'hello ')
  await sdk.sandbox.commands.sendStdin(handle.pid, 'wörld\n')
  await handle.closeStdin()
  await handle.closeStdin()
  expect((await handle.wait()).stdout).toBe('hello wörld\ndone\n')
})

test('A command without input reads nothing, and cannot be given any', async () => {
  const handle = await sdk.sandbox.commands.run('cat; sleep 5', { background: true, stdin: false })
  const failure = await sdk.sandbox.commands.sendStdin(handle.pid, 'x').catch((error: unknown) => error)
  expect(String(failure)).toContain('stdin not enabled or closed')
  expect(await handle.kill()).toBe(true)
})

test.skipIf(!isRoot)('A command has real pipes, which root can open by name (only root can)', async () => {
  const script = 'echo out > /dev/stdout; echo err > /dev/stderr; stat -Lc %F /dev/stdout; cat /dev/stdin'
  const handle = await sdk.sandbox.commands.run(script, { user: 'root', background: true, stdin: true })
  await handle.sendStdin('in\n')
  await handle.closeStdin()
  expect(await handle.wait()).toMatchObject({ stdout: 'out\nfifo\nin\n', stderr: 'err\n' })
})

test('A killed command ends with the signal, even where a child keeps its output open', async () => {
  const handle = await sdk.sandbox.commands.run('echo started; sleep 30 & sleep 30', { background: true })
  const startedMs = Date.now()
  while (!handle.stdout.includes('started')) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await handle.kill()).toBe(true)
  const failure = await handle.wait().catch((error: unknown) => error)
  expect(failure).toMatchObject({ exitCode: -1, message: 'signal: killed', stdout: 'started\n' })
  expect(Date.now() - startedMs).toBeLessThan(5000)
  expect(await sdk.sandbox.commands.kill(handle.pid)).toBe(false)
})

test('The end waits for output of children that a command leaves behind', async () => {
  const startedMs = Date.now()
  const { stdout } = await sdk.sandbox.commands.run('(sleep 1; echo late) & echo early')
  expect(stdout).toBe('early\nlate\n')
  expect(Date.now() - startedMs).toBeGreaterThan(900)
})

test('A command that a client left goes on, is listed, and can be joined', async () => {
  const first = await sdk.sandbox.commands.run('read line; echo "got $line"; exit 3', {
    background: true,
    stdin: true,
    envs: { A: '1' },
  })
  await first.disconnect()
  const listed = await sdk.sandbox.commands.list()
  expect(listed.find(({ pid }) => pid === first.pid)).toMatchObject({
    cmd: '/bin/bash',
    args: ['-l', '-c', 'read line; echo "got $line"; exit 3'],
    envs: { A: '1' },
  })
  const joined = await sdk.sandbox.commands.connect(first.pid)
  await sdk.sandbox.commands.sendStdin(first.pid, 'it\n')
  const failure = await joined.wait().catch((error: unknown) => error)
  expect(failure).toMatchObject({ exitCode: 3, stdout: 'got it\n' })
  const late = await sdk.sandbox.commands.connect(first.pid)
  expect(await late.wait().catch((error: unknown) => error)).toMatchObject({ exitCode: 3, stdout: '' })
  expect((await sdk.sandbox.commands.list()).some(({ pid }) => pid === first.pid)).toBe(false)
})

test('An unknown process is not found', async () => {
  await expect(sdk.sandbox.commands.connect(4_000_000)).rejects.toThrow(NotFoundError)
  await expect(sdk.sandbox.commands.sendStdin(4_000_000, 'x')).rejects.toThrow('process with pid 4000000 not found')
})

test('A command that takes too long is killed', async () => {
  const failure = await sdk.sandbox.commands
    .run('echo $$ > pid; exec sleep 30', { timeoutMs: 400 })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TimeoutError)
  await expect
    .poll(async () => (await sdk.sandbox.commands.run('kill -0 $(cat pid) 2>/dev/null || echo gone')).stdout)
    .toBe('gone\n')
})

test('Much output arrives complete', async () => {
  const { stdout } = await sdk.sandbox.commands.run('head -c 20000000 /dev/zero | tr "\\0" x')
  expect(stdout.length).toBe(20_000_000)
})
