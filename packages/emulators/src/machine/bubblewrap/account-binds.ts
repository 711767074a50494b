import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MachineFiles } from '../host/machine-files.js'
import type { MachineOptions, SharedPath } from '../machine-types.js'
import { makeAccounts } from '../namespaces/accounts.js'
import { readHostFacts } from '../namespaces/host-facts.js'

const names = ['passwd', 'group'] as const

/** Writes who exists in a machine beside its disk, so that a copy of the disk does not hold it. */
export async function writeAccounts(files: MachineFiles, options: MachineOptions): Promise<void> {
  const facts = await readHostFacts()
  const accounts = makeAccounts(options.user, facts.passwd, facts.group)
  for (const name of names) await writeFile(path.join(files.directory, name), accounts[name])
}

export function accountBinds(files: MachineFiles): SharedPath[] {
  return names.map((name) => ({ source: path.join(files.directory, name), target: `/etc/${name}`, readOnly: true }))
}
