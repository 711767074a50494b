import { setTimeout as wait } from 'node:timers/promises'
import { startS3Emulator, type S3AccountOptions } from '@caisson/emulators'
import { S3Filesystem } from '@caisson/s3'
import { expect, onTestFinished } from 'vitest'
import { mount, sh } from '../in-machine.js'
import type { MountCase } from './mount-case.js'

const lifetimeMs = 15_000

/** A store whose first keys end soon, and a filesystem that asks a function for keys. */
async function startExpiring() {
  const first: S3AccountOptions = {
    accessKeyId: 'ASIAFIRSTKEY00000001',
    secretAccessKey: 'first/secret+of+an+account000000000001',
    sessionToken: 'first-token',
    expiresAt: new Date(Date.now() + lifetimeMs),
  }
  const second = { ...first, accessKeyId: 'ASIASECONDKEY0000002', sessionToken: 'second-token', expiresAt: undefined }
  const server = await startS3Emulator({ buckets: ['box'], accounts: [first, second] })
  onTestFinished(() => server.close())
  const asked: string[] = []
  let present = first
  const filesystem = new S3Filesystem({
    bucket: 'box',
    region: 'us-east-1',
    endpoint: server.url,
    credentials: async () => {
      const { accessKeyId, secretAccessKey, sessionToken, expiresAt } = present
      asked.push(accessKeyId)
      return { accessKeyId, secretAccessKey, sessionToken, expiration: expiresAt ?? new Date(Date.now() + 3_600_000) }
    },
  })
  return {
    filesystem,
    asked,
    useSecond: () => void (present = second),
    hasEnded: async () => wait(Math.max((first.expiresAt?.getTime() ?? 0) + 500 - Date.now(), 0)),
  }
}

/** Mounts whose keys end. */
export const refreshCases: readonly MountCase[] = [
  {
    title: '[X5] a mount whose keys end is renewed before, and works on with the next ones',
    check: async ({ sandbox }) => {
      const { filesystem, asked, useSecond, hasEnded } = await startExpiring()
      await mount(sandbox, filesystem, '/renewed')
      await sh(sandbox, 'echo first > /renewed/first.txt')
      useSecond()
      await hasEnded()
      expect(asked).toContain('ASIASECONDKEY0000002')
      expect(await sh(sandbox, 'cat /renewed/first.txt && echo second > /renewed/second.txt')).toBe('first\n')
      expect(await filesystem.readFile('second.txt', { encoding: 'utf8' })).toBe('second\n')
      expect(sandbox.mounts?.get('/renewed')?.state).toBe('mounted')
      await sandbox.unmount('/renewed')
    },
  },
  {
    title: '[X5] one that is in use stays as it is, which is told, and is renewed when it is free',
    check: async ({ sandbox, logger }) => {
      const { filesystem, useSecond, hasEnded } = await startExpiring()
      await mount(sandbox, filesystem, '/used')
      await sh(sandbox, 'echo first > /used/first.txt')
      const guest = await sandbox.processes.spawn('cd /used && exec sleep 300')
      useSecond()
      await hasEnded()
      const told = logger.records.filter(
        ({ level, message }) => level === 'warn' && message.includes('/used is in use'),
      )
      expect(told.length).toBeGreaterThan(0)
      await guest.kill()
      await expect
        .poll(() => sh(sandbox, 'cat /used/first.txt').catch(() => 'not yet'), { timeout: 90_000, interval: 500 })
        .toBe('first\n')
      await sandbox.unmount('/used')
    },
  },
]
