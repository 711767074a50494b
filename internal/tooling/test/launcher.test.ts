import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../src/repository-root.ts'

describe('launcher', () => {
  let checkout: string

  beforeEach(() => {
    checkout = mkdtempSync(path.join(os.tmpdir(), 'caisson-launcher-'))
    for (const name of ['scripts', 'package.json']) {
      cpSync(path.join(repositoryRoot, name), path.join(checkout, name), { recursive: true })
    }
    mkdirSync(path.join(checkout, 'bin'))
  })

  afterEach(() => {
    rmSync(checkout, { recursive: true, force: true })
  })

  /** Runs a task with nothing on PATH but what the test put into `bin`. */
  function launch(task: string): { readonly output: string; readonly exitCode: number | null } {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/dev.mjs', task], {
      cwd: checkout,
      env: { PATH: path.join(checkout, 'bin'), HOME: checkout },
      encoding: 'utf8',
    })
    return { output: stdout + stderr, exitCode: status }
  }

  /** An npx that prints a text and ends with a code. */
  function plantNpx(text: string, exitCode: number): void {
    symlinkSync('/bin/sh', path.join(checkout, 'bin', 'sh'))
    const script = `#!/bin/sh\necho '${text}'\nexit ${exitCode}\n`
    writeFileSync(path.join(checkout, 'bin', 'npx'), script, { mode: 0o755 })
  }

  it('names the tasks when it does not know one', () => {
    const { output, exitCode } = launch('nope')
    expect(output).toContain('Tasks: setup, demo, test')
    expect(exitCode).toBe(1)
  })

  it('says what is missing without npx', () => {
    const { output, exitCode } = launch('setup')
    expect(output).toContain('[1/1] installing dependencies…')
    expect(output).toContain('npx was not found')
    expect(exitCode).toBe(1)
  })

  it.each([
    ['ERR_PNPM_OUTDATED_LOCKFILE', 'pnpm-lock.yaml does not match'],
    ['connect ECONNREFUSED 127.0.0.1:443', 'registry could not be reached'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate was not accepted'],
    ['something else', 'The log above says why'],
  ])('shows the log and a hint after %s', (text, hint) => {
    plantNpx(text, 1)
    const { output, exitCode } = launch('setup')
    expect(output).toContain(text)
    expect(output).toContain(hint)
    expect(exitCode).toBe(1)
  })

  it('installs once and again only when a manifest changed', () => {
    plantNpx('installed', 0)
    expect(launch('setup')).toMatchObject({ exitCode: 0 })
    expect(launch('nope').output).not.toContain('installing')
    plantFailingStep()
    expect(launch('arch').output).toContain('[1/2] dependencies are installed')
    writeFileSync(path.join(checkout, 'pnpm-workspace.yaml'), 'packages: []\n')
    expect(launch('arch').output).toContain('[1/2] installing dependencies…')
  })

  it('names the step that failed and passes its exit code on', () => {
    plantNpx('installed', 0)
    plantFailingStep()
    const { output, exitCode } = launch('arch')
    expect(output).toContain('checking the architecture: failed (exit code 7)')
    expect(exitCode).toBe(7)
  })

  function plantFailingStep(): void {
    const folder = path.join(checkout, 'internal', 'tooling', 'src')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'architecture.ts'), 'process.exitCode = 7\n')
  }
})
