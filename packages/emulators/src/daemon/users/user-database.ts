import { readFileSync, statSync } from 'node:fs'
import { systemCode } from '../system-error.js'
import type { DaemonUser } from './daemon-user.js'
import type { Account } from './account.js'

interface Tables {
  readonly stamp: string
  readonly accounts: ReadonlyMap<string, Account>
  readonly userNames: ReadonlyMap<number, string>
  readonly groupNames: ReadonlyMap<number, string>
  readonly groupIds: ReadonlyMap<string, number>
}

const passwordFile = '/etc/passwd'
const groupFile = '/etc/group'

function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file)
    return `${mtimeMs}/${size}/${ino}`
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'missing'
    throw error
  }
}

function rowsOf(file: string): string[][] {
  if (stampOf(file) === 'missing') return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(':'))
}

/** The users and groups of the machine. Commands may add some at any time, so the files are read again once changed. */
export class UserDatabase {
  readonly #given: readonly DaemonUser[]
  #tables: Tables | undefined

  constructor(given: readonly DaemonUser[] = []) {
    this.#given = given
  }

  find(name: string): Account | undefined {
    return this.#current().accounts.get(name)
  }

  /** The name, or the number as text where nobody has it. */
  userName(uid: number): string {
    return this.#current().userNames.get(uid) ?? String(uid)
  }

  groupName(gid: number): string {
    return this.#current().groupNames.get(gid) ?? String(gid)
  }

  /** The number of a group. */
  findGroup(name: string): number | undefined {
    return this.#current().groupIds.get(name)
  }

  #current(): Tables {
    const stamp = `${stampOf(passwordFile)} ${stampOf(groupFile)}`
    if (this.#tables?.stamp !== stamp) this.#tables = this.#read(stamp)
    return this.#tables
  }

  #read(stamp: string): Tables {
    const accounts = new Map<string, Account>()
    const userNames = new Map<number, string>()
    const groupNames = new Map<number, string>()
    const memberships = new Map<string, number[]>()
    // A given user has a group of the same name, whatever this machine calls its number.
    for (const { name, gid } of this.#given) groupNames.set(gid, name)
    for (const [name = '', , gid = '', members = ''] of rowsOf(groupFile)) {
      if (!groupNames.has(Number(gid))) groupNames.set(Number(gid), name)
      for (const member of members.split(',')) {
        memberships.set(member, [...(memberships.get(member) ?? []), Number(gid)])
      }
    }
    const add = (user: DaemonUser): void => {
      const groups = (memberships.get(user.name) ?? []).filter((gid) => gid !== user.gid)
      if (!accounts.has(user.name)) accounts.set(user.name, { ...user, groups })
      if (!userNames.has(user.uid)) userNames.set(user.uid, user.name)
    }
    for (const user of this.#given) add(user)
    for (const [name = '', , uid = '', gid = '', , home = ''] of rowsOf(passwordFile)) {
      add({ name, uid: Number(uid), gid: Number(gid), home: home === '' ? '/' : home })
    }
    const groupIds = new Map([...groupNames].map(([gid, name]): [string, number] => [name, gid]))
    return { stamp, accounts, userNames, groupNames, groupIds }
  }
}
