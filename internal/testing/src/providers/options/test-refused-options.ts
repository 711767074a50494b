import type { SandboxError } from '@caisson/core'
import { expect, it } from 'vitest'

/** The error that refuses options, which may be of any type. */
export type OptionFault = (options: unknown, environment?: Readonly<Record<string, string>>) => SandboxError

export type RefusedRow = readonly [options: object, environment: Readonly<Record<string, string>>, named: string]

/** Registers credentials that no header can hold. `named`: what the message calls the one that is wrong. */
export function testRefusedCredentials(optionFault: OptionFault, rows: readonly RefusedRow[]): void {
  it.each(rows)('are refused when no header can hold them, and not shown: %j %j', (options, environment, named) => {
    const { message } = optionFault(options, environment)
    expect(message).toContain(`Invalid ${named}`)
    expect(message).toMatch(/got \(hidden\)$/)
  })
}

/** Registers values of addresses that are refused. `named`: part of the message. */
export function testRefusedAddresses(optionFault: OptionFault, rows: readonly RefusedRow[]): void {
  it.each(rows)('are refused before anything is sent: %j %j', (options, environment, named) => {
    const error = optionFault(options, environment)
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(named)
  })

  it('never show a password', () => {
    expect(optionFault({ apiUrl: 'https://me:hunter2@host' }).message).not.toContain('hunter2')
    expect(optionFault({ apiUrl: 'https://host?key=hunter2' }).message).not.toContain('hunter2')
  })
}
