import { expect, onTestFinished } from 'vitest'

/** Fails the test when the host sees an error that nobody handled, or a warning. */
export function expectNoHostErrors(): () => void {
  const seen: unknown[] = []
  const note = (error: unknown): void => void seen.push(error)
  const events = ['uncaughtException', 'unhandledRejection', 'warning'] as const
  for (const event of events) process.on(event, note)
  onTestFinished(() => {
    for (const event of events) process.off(event, note)
  })
  return () => expect(seen).toEqual([])
}
