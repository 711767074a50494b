// Cases are data here, so titles are not literals and skips depend on the target.
/* oxlint-disable vitest/valid-title, vitest/no-conditional-tests, vitest/no-disabled-tests */
import { describe, expect, it } from 'vitest'
import type { FilesystemCase } from './filesystem-case.js'
import type { FilesystemTarget } from './filesystem-target.js'
import { filesystemSuites } from './suites.js'

const defaultCaseLimitMs = 20_000

/** Choices about a run that say nothing about the target. */
export interface FilesystemConformanceOptions {
  /** Only cases whose `suite/id` begins with one of these. Default: all. */
  readonly only?: readonly string[]
}

/**
 * Registers the filesystem suite for one target with vitest. Call it at the top level of a test file.
 *
 * A case that needs a capability the target lacks is skipped by name; a case in `knownFailing` passes while it fails, and
 * fails when it passes.
 */
export function runFilesystemConformance(target: FilesystemTarget, options: FilesystemConformanceOptions = {}): void {
  const { only = [''] } = options
  describe(`${target.name} conforms`, () => {
    for (const { name, cases } of filesystemSuites) {
      const chosen = cases.filter(({ id }) => only.some((prefix) => `${name}/${id}`.startsWith(prefix)))
      if (chosen.length === 0) continue
      describe(name, () => {
        for (const entry of chosen) registerCase(target, `${name}/${entry.id}`, entry)
      })
    }
    checkKnownFailing(target)
  })
}

function registerCase(target: FilesystemTarget, id: string, entry: FilesystemCase): void {
  const missing = (entry.needs ?? []).filter((need) => !target.capabilities[need])
  if (missing.length > 0) {
    it.skip(`${entry.title} (skipped: no ${missing.join(', ')})`, () => undefined)
    return
  }
  const reason = target.knownFailing?.[id]
  const title = reason === undefined ? entry.title : `${entry.title} (known failing: ${reason})`
  it(title, { timeout: target.caseLimitMs ?? defaultCaseLimitMs }, async () => {
    if (reason === undefined) return runCase(target, entry)
    const outcome = await runCase(target, entry).then(
      () => 'passed',
      () => 'failed',
    )
    expect(outcome, `${id} is listed as known failing; take it off the list`).toBe('failed')
    return undefined
  })
}

async function runCase(target: FilesystemTarget, entry: FilesystemCase): Promise<void> {
  const made = await target.create(entry.isReadOnly === true ? { readOnly: true } : {})
  try {
    const { capabilities, pageEntries = 1000 } = target
    await entry.check(made.filesystem, { ...made, capabilities, pageEntries })
  } finally {
    await made.cleanup()
  }
}

/** A list that names what does not exist would hide what it was meant for. */
function checkKnownFailing({ knownFailing = {} }: FilesystemTarget): void {
  const known = Object.keys(knownFailing)
  if (known.length === 0) return
  it('knownFailing names only cases that exist', () => {
    const ids = new Set(filesystemSuites.flatMap(({ name, cases }) => cases.map(({ id }) => `${name}/${id}`)))
    expect(known.filter((id) => !ids.has(id))).toEqual([])
  })
}
