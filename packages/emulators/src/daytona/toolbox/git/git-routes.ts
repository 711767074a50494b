import type { ToolboxRoute } from '../http/route.js'
import { checkout, createBranch, deleteBranch, listBranches } from './branches.js'
import { add, commit, history, reset, restore } from './commits.js'
import { configureUser, getConfig, setConfig, storeCredentials } from './config.js'
import { init } from './init.js'
import { addRemote, listRemotes } from './remotes.js'
import { gitStatus } from './status.js'
import { clone, pull, push } from './transfers.js'

/** Repositories, by the machine's own git. */
export const gitRoutes: readonly ToolboxRoute[] = [
  { method: 'POST', path: '/git/clone', handle: clone },
  { method: 'POST', path: '/git/init', handle: init },
  { method: 'GET', path: '/git/status', handle: gitStatus },
  { method: 'GET', path: '/git/branches', handle: listBranches },
  { method: 'POST', path: '/git/branches', handle: createBranch },
  { method: 'DELETE', path: '/git/branches', handle: deleteBranch },
  { method: 'POST', path: '/git/checkout', handle: checkout },
  { method: 'POST', path: '/git/add', handle: add },
  { method: 'POST', path: '/git/commit', handle: commit },
  { method: 'GET', path: '/git/history', handle: history },
  { method: 'POST', path: '/git/reset', handle: reset },
  { method: 'POST', path: '/git/restore', handle: restore },
  { method: 'POST', path: '/git/push', handle: push },
  { method: 'POST', path: '/git/pull', handle: pull },
  { method: 'GET', path: '/git/remotes', handle: listRemotes },
  { method: 'POST', path: '/git/remotes', handle: addRemote },
  { method: 'GET', path: '/git/config', handle: getConfig },
  { method: 'POST', path: '/git/config', handle: setConfig },
  { method: 'POST', path: '/git/config/user', handle: configureUser },
  { method: 'POST', path: '/git/credentials', handle: storeCredentials },
]
