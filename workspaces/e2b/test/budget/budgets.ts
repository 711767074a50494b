import {
  budgetRows,
  codeModeOperations,
  fileOperations,
  lifecycleOperations,
  mountOperations,
  processOperations,
  type Budget,
  type BudgetRow,
  type Operations,
} from '@caisson/testing'
import { E2BSandbox } from '../../src/index.js'
import { createRoute as create, listRoute as list } from './until-quiet.js'

const look = 'GET /sandboxes/{id}'
const connect = 'POST /v2/sandboxes/{id}/connect'
const pause = 'POST /sandboxes/{id}/pause'
const kill = 'DELETE /sandboxes/{id}'
const snapshot = 'POST /sandboxes/{id}/snapshots'
const start = 'POST /process.Process/Start'
const input = 'POST /process.Process/SendInput'
const stat = 'POST /filesystem.Filesystem/Stat'
const upload = 'POST /files'

/** So many requests, and no less. */
function exactly(...routes: readonly string[]): Budget {
  return { budget: routes.length, routes }
}

function atMost(budget: number, ...routes: readonly string[]): Budget {
  return { budget, routes }
}

const lifecycle = budgetRows(lifecycleOperations, {
  'start, cold': exactly(list, create),
  'start by id, machine running': exactly(list, connect),
  'start by sandboxId, machine running': exactly(look, connect),
  'start by id, machine stopped': exactly(list, connect),
  'start by sandboxId, machine stopped': exactly(look, connect),
  'start again after stop': exactly(look, connect),
  'first command, cold start included': exactly(list, create, start),
  stop: exactly(pause),
  'stop, detached': exactly(list, pause),
  // Whoever reads output whose stream was cut looks whether there is more.
  'destroy, a process still running': { ...exactly(kill), background: [start] },
  'destroy, detached': exactly(list, kill),
  getPortUrl: exactly(),
  'getPortUrl, detached': exactly(list),
  getInfo: exactly(),
})

const processes = budgetRows(processOperations, {
  'executeCommand, first of a machine': exactly(start),
  'executeCommand, with arguments, cwd and env': exactly(start),
  'executeCommand, exit code 3': exactly(start),
  'executeCommand with a time-out that is not reached': exactly(start),
  'executeCommand, 1 MB of output': exactly(start),
  'executeCommand with a listener, first of a machine': exactly(start),
  'executeCommand with a listener, next': exactly(start),
  'executeCommand with a listener and env, next': exactly(start),
  'spawn and wait, first of a machine': exactly(start),
  'spawn and wait, next': exactly(start),
  'list processes': exactly('POST /process.Process/List'),
  sendStdin: exactly(input),
  closeStdin: exactly('POST /process.Process/CloseStdin'),
  'kill a process': exactly(start),
  'get a process of another client, and read what it printed': exactly(start),
})

const files = budgetRows(fileOperations, {
  'writeFiles, three files': exactly(upload),
  'writeFiles, one of three with a mode': exactly(upload, start),
  readFile: exactly('GET /files'),
  writeFile: exactly(upload, start),
  'writeFile, 300 kB': exactly(upload, start),
  stat: exactly(stat),
  exists: exactly(stat),
  readdir: exactly(start),
  mkdir: exactly('POST /filesystem.Filesystem/MakeDir'),
  moveFile: exactly(start),
  deleteFile: exactly(start),
  'writeFiles, first relative path of a machine': exactly(stat, upload),
  'writeFiles, with workingDirectory': exactly(upload),
})

const codeMode = budgetRows(codeModeOperations, {
  'code mode, no tool call': exactly(start, input),
  'code mode, 4 tool calls one after the other': exactly(start, input, input, input, input, input),
  'code mode, 4 tool calls at once': atMost(2 + 4, start, input, input),
})

const mounts = budgetRows(mountOperations, {
  'mount one bucket': atMost(2, start),
  'mount one bucket, tool missing': atMost(3, start, start),
  'mount three buckets: S3, GCS, Azure': atMost(3, start),
  'mount three buckets, tool missing': atMost(4, start, start),
  'start, cold, with three mounts': atMost(2 + 3, list, create, start),
  'start by id, machine running, its three mounts kept': atMost(2 + 1, list, connect, start),
  'start again after stop, with three mounts': atMost(2 + 3, look, connect, start),
  'unmount one of three': exactly(start),
  'stop, with three mounts': exactly(start, pause),
  'destroy, with three mounts': exactly(kill),
})

/** What only E2B has. */
const ownOperations = {
  snapshot: {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return async () => {
        if (!(sandbox instanceof E2BSandbox)) throw new TypeError('no sandbox of E2B')
        await sandbox.snapshot()
      }
    },
  },
} as const satisfies Operations

const own = budgetRows(ownOperations, { snapshot: exactly(snapshot) })

export const rows: readonly BudgetRow[] = [...lifecycle, ...own, ...processes, ...files, ...codeMode, ...mounts]
