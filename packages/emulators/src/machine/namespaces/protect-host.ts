import { existsSync } from 'node:fs'
import { mountFlags, type Operation } from './plan.js'

/** Parts of `/proc` that are settings of the whole computer, not of a machine. */
const globalSettings = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs']

/** What root inside must not do by accident, as it would be done to the host: its clock, modules, ports and power. */
const capabilities = { module: 16, rawPorts: 17, boot: 22, time: 25 } as const satisfies Record<string, number>

/**
 * Keeps a command that is harmless in a vendor's machine, say `sysctl -w` or `date -s`, from changing the host. It stops accidents: who means
 * it still reaches the host, since root inside is root.
 */
export function protectionOperations(): Operation[] {
  const { bind, remount, readOnly } = mountFlags
  const settings = globalSettings.filter((file) => existsSync(file))
  return [
    ...settings.flatMap((file): Operation[] => [
      ['mount', file, file, '', bind, ''],
      ['mount', '', file, '', bind | remount | readOnly, ''],
    ]),
    ...Object.values(capabilities).map((capability) => ['forbid', capability] as const),
  ]
}
