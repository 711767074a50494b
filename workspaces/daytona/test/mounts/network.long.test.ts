import { keys, mount, mountLines, sh, useMountBench } from '@caisson/testing'
import { beforeEach, expect, it } from 'vitest'
import { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { useDaytonaMounts } from './support/use-daytona-mounts.js'

const target = useEmulated()
const bench = useMountBench(useDaytonaMounts(target))
beforeEach(({ skip }) => {
  const { machines, network } = target.emulator.describe()
  skip(!machines.privateNetwork, network)
})

it('[D07] [M11] a machine without a network: the mount fails with what to do about it, and works once there is one', async () => {
  const s3 = await bench.stores.s3()
  const store = s3.open({ bucket: s3.nextBucket() })
  const sandbox = new DaytonaSandbox({ ...target.connection, networkBlockAll: true })
  await sandbox.start()
  const result = await sandbox.mount(store, '/data')
  expect(result).toMatchObject({ success: false, error: expect.stringContaining('networkBlockAll') })
  expect(result.error).toContain('limits of the account')
  expect(result.error).not.toContain(keys.secretAccessKey)
  expect(await mountLines(sandbox, '/data')).toEqual([])
  expect(await sh(sandbox, 'ls -d /data 2>&1 || true')).toContain('No such file')
  await sandbox.daytona.updateNetworkSettings({ networkBlockAll: false })
  await mount(sandbox, store, '/data')
  expect(await sh(sandbox, 'echo now > /data/a.txt; cat /data/a.txt')).toBe('now\n')
  await sandbox.destroy()
})
