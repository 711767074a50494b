import type { MachineUser } from '../machine-types.js'

/** Ids below are the system's; above, people's. 65534 is nobody. */
const firstPersonalId = 1000
const nobodyId = 65_534

function isSystemId(id: string | undefined): boolean {
  const number = Number(id)
  return number < firstPersonalId || number === nobodyId
}

function rows(text: string): string[][] {
  return text.split('\n').flatMap((line) => (line.includes(':') ? [line.split(':')] : []))
}

function lines(table: readonly (readonly string[])[]): string {
  return table.map((row) => `${row.join(':')}\n`).join('')
}

/** The four files that say who exists. */
export interface AccountFiles {
  readonly passwd: string
  readonly group: string
  readonly shadow: string
  readonly gshadow: string
}

/**
 * Accounts of a machine: the host's system accounts, which packages and file owners refer to, and the machine's user. The host's people and
 * all passwords are left out. Without a row in `shadow`, sudo refuses an account.
 */
export function makeAccounts(user: MachineUser, hostPasswd: string, hostGroup: string): AccountFiles {
  const isOther = ([name, , id]: readonly string[], own: number) => name !== user.name && id !== String(own)
  const accounts = rows(hostPasswd).filter((row) => isSystemId(row[2]) && isOther(row, user.uid))
  const groups = rows(hostGroup)
    .filter((row) => isSystemId(row[2]) && isOther(row, user.gid))
    .map(([name = '', password = '', id = '']) => [name, password, id, ''])
  const passwd = [
    ...accounts.map((row) => (row[2] === '0' ? [...row.slice(0, 5), '/root', '/bin/bash'] : row)),
    [user.name, 'x', String(user.uid), String(user.gid), '', `/home/${user.name}`, '/bin/bash'],
  ]
  const group = [...groups, [user.name, 'x', String(user.gid), '']]
  return {
    passwd: lines(passwd),
    group: lines(group),
    shadow: lines(passwd.map(([name = '']) => [name, '*', '19000', '0', '99999', '7', '', '', ''])),
    gshadow: lines(group.map(([name = '']) => [name, '!', '', ''])),
  }
}

/** No password for the user; root of the host never needs one either. */
export function makeSudoers(user: MachineUser): string {
  return [
    'Defaults env_reset',
    'Defaults !fqdn',
    'Defaults secure_path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"',
    'root ALL=(ALL:ALL) NOPASSWD:ALL',
    `${user.name} ALL=(ALL:ALL) NOPASSWD:ALL`,
    '@includedir /etc/sudoers.d',
    '',
  ].join('\n')
}
