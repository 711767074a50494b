import { describe, expect, it } from 'vitest'
import type { FakeProcess } from '../support/fake-process.js'
import { until, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

interface Answer {
  readonly process: FakeProcess
  arrive(): void
  refuse(error: unknown): void
}

/** A sandbox whose processes are given out before the provider has answered, and those answers in the order of the starts. */
function earlySandbox(): { sandbox: FakeSandbox; answers: Answer[] } {
  const sandbox = new FakeSandbox()
  const answers: Answer[] = []
  const { processes } = sandbox.cloud
  const push = processes.push.bind(processes)
  processes.push = (...added: FakeProcess[]) => {
    for (const process of added) {
      const started = new Promise<void>((arrive, refuse) => answers.push({ process, arrive, refuse }))
      Object.assign(process, { started })
    }
    return push(...added)
  }
  return { sandbox, answers }
}

async function first(answers: Answer[], count = 1): Promise<Answer> {
  await until(() => answers.length >= count)
  return answers[count - 1] as Answer
}

describe('a process that is given out before the provider has answered', () => {
  it('is the result of the call when the answer has come', async () => {
    const { sandbox, answers } = earlySandbox()
    const call = sandbox.executeCommand('x')
    const { process, arrive } = await first(answers)
    expect(process.options.live).toBe(false)
    process.print('out')
    process.exit({ exitCode: 3 })
    arrive()
    expect(await call).toMatchObject({ exitCode: 3, stdout: 'out' })
  })

  it('is live where somebody listens, or holds the handle', async () => {
    const { sandbox, answers } = earlySandbox()
    const calls = [sandbox.executeCommand('x', [], { onStderr: () => undefined }), sandbox.processes.spawn('y')]
    const both = [await first(answers), await first(answers, 2)]
    expect(both.map(({ process }) => process.options.live)).toEqual([true, true])
    // What is spawned may be looked for by its id later.
    expect(both.map(({ process }) => process.options.foreground)).toEqual([true, false])
    for (const { process, arrive } of both) {
      process.exit({ exitCode: 0 })
      arrive()
    }
    await Promise.all(calls)
  })

  it('[E15] is started once more on a new machine when the answer says that the old one is gone', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x')
    const { process, refuse } = await first(answers)
    sandbox.cloud.machines.clear()
    const gone = new VendorError({ code: 'GONE', retry: 'safe' })
    process.lose(gone)
    refuse(gone)
    const second = await first(answers, 2)
    second.process.print('again')
    second.process.exit({ exitCode: 0 })
    second.arrive()
    expect(await call).toMatchObject({ exitCode: 0, stdout: 'again' })
    expect(sandbox.cloud.count('create')).toBe(2)
  })

  it('is ended by the time-out before the answer, and what it printed is kept', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x', [], { timeout: 30 })
    const { process } = await first(answers)
    process.print('partial')
    expect(await call).toMatchObject({ exitCode: 124, timedOut: true, stdout: 'partial' })
    expect(process.kills).toEqual(['SIGTERM'])
  })

  it('is ended by an abort before the answer', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const controller = new AbortController()
    const call = sandbox.executeCommand('x', [], { abortSignal: controller.signal })
    const { process } = await first(answers)
    controller.abort()
    expect(await call).toMatchObject({ exitCode: 137, killed: true })
    expect(process.kills).toEqual(['SIGTERM'])
  })

  it('has ended with its machine when that is destroyed before the answer', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x')
    const { process, refuse } = await first(answers)
    // The vendor cuts the request while it still works on the end of the machine.
    sandbox.cloud.before = async (operation) => {
      if (operation !== 'destroy') return
      const cut = new VendorError({ code: 'UNAVAILABLE', suspect: true })
      process.lose(cut)
      refuse(cut)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await sandbox.destroy()
    expect(await call).toMatchObject({ exitCode: 137, killed: true })
  })

  it('[E15] goes to the next machine as well where another call was the first to notice that the old one is gone', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const calls = [sandbox.executeCommand('x'), sandbox.executeCommand('y')]
    const [one, other] = [await first(answers), await first(answers, 2)]
    sandbox.cloud.machines.clear()
    const gone = new VendorError({ code: 'GONE', retry: 'safe' })
    one.process.lose(gone)
    one.refuse(gone)
    const third = await first(answers, 3)
    other.process.lose(gone)
    other.refuse(gone)
    const fourth = await first(answers, 4)
    for (const { process, arrive } of [third, fourth]) {
      process.print('again')
      process.exit({ exitCode: 0 })
      arrive()
    }
    expect(await Promise.all(calls)).toMatchObject([{ stdout: 'again' }, { stdout: 'again' }])
    expect(sandbox.cloud.count('create')).toBe(2)
  })
})

it('a command that waits for a machine runs on the next one when the last one was stopped meanwhile', async () => {
  const sandbox = new FakeSandbox()
  await sandbox.start()
  const stopping = sandbox.stop()
  const call = sandbox.executeCommand('x')
  await stopping
  await until(() => sandbox.cloud.processes.length > 0)
  sandbox.cloud.processes[0]?.exit({ exitCode: 0 })
  expect(await call).toMatchObject({ exitCode: 0 })
})

describe('a process whose start is not answered', () => {
  it.each([
    ['a time-out', () => ({ timeout: 30 }), { code: 'TIMEOUT', retry: 'ambiguous' }],
    ['an abort', () => ({ abortSignal: AbortSignal.timeout(30) }), { code: 'ABORTED', retry: 'ambiguous' }],
  ])('is given up for %s when it was never answered and neither signal finds it', async (_cause, options, error) => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x', [], options())
    const { process } = await first(answers)
    process.onKill = () => false
    await expect(call).rejects.toMatchObject(error)
    expect(process.kills).toEqual(['SIGTERM', 'SIGKILL'])
  })

  it('goes on waiting for the end of a process that was answered, whatever the signals find', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x', [], { timeout: 200 })
    const { process, arrive } = await first(answers)
    process.onKill = () => false
    arrive()
    setTimeout(() => process.exit({ exitCode: 7 }), 3000)
    expect(await call).toMatchObject({ exitCode: 7 })
  })

  it('is taken for running when it is not answered for long', async () => {
    const { sandbox, answers } = earlySandbox()
    await sandbox.start()
    const call = sandbox.executeCommand('x')
    const { process } = await first(answers)
    const isListed = async (): Promise<boolean> =>
      (await sandbox.processes.list()).some(({ pid }) => pid === process.pid)
    await expect.poll(isListed).toBe(true)
    process.exit({ exitCode: 0 })
    expect(await call).toMatchObject({ exitCode: 0 })
  })
})
