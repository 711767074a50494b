import { EnvdError } from '../envd-error.js'
import type { Exchange } from '../http/exchange.js'
import type { Account } from '../../../daemon/users/account.js'

/** Whose file it is: the user named in the address, or the default one. */
export function fileAccount({ url, state }: Exchange): Account {
  const given = url.searchParams.get('username')
  const name = given === null || given === '' ? state.defaultUser : given
  const account = state.users.find(name)
  if (account === undefined) {
    throw new EnvdError('unauthenticated', `error looking up user '${name}': user: unknown user ${name}`)
  }
  return account
}
