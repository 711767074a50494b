import {
  budgetRows,
  codeModeOperations,
  fileOperations,
  lifecycleOperations,
  mountOperations,
  processOperations,
  type Budget,
  type BudgetRow,
} from '@caisson/testing'

const list = 'GET /sandbox'
const look = 'GET /sandbox/{id}'
const create = 'POST /sandbox'
const wake = 'POST /sandbox/{id}/start'
const halt = 'POST /sandbox/{id}/stop'
const remove = 'DELETE /sandbox/{id}'
const port = 'GET /sandbox/{id}/ports/{port}/preview-url'
const script = 'POST /toolbox/process/execute'
const session = 'POST /toolbox/process/session'
const run = 'POST /toolbox/process/session/{id}/exec'
export const logs = 'WS /toolbox/process/session/{id}/command/{id}/logs'
const upload = 'POST /toolbox/files/bulk-upload'
const download = 'POST /toolbox/files/bulk-download'

/** So many requests, and no less. */
function exactly(...routes: readonly string[]): Budget {
  return { budget: routes.length, routes }
}

function atMost(budget: number, ...routes: readonly string[]): Budget {
  return { budget, routes }
}

const lifecycle = budgetRows(lifecycleOperations, {
  'start, cold': exactly(list, create),
  'start by id, machine running': exactly(list, look),
  'start by sandboxId, machine running': atMost(2, look),
  'start by id, machine stopped': exactly(list, wake),
  'start by sandboxId, machine stopped': exactly(look, wake),
  'start again after stop': exactly(look, wake),
  'first command, cold start included': exactly(list, create, script),
  stop: exactly(halt),
  'stop, detached': exactly(list, halt),
  'destroy, a process still running': exactly(remove),
  'destroy, detached': exactly(list, remove),
  getPortUrl: exactly(port),
  'getPortUrl, detached': exactly(list, port),
  getInfo: exactly(),
})

const processes = budgetRows(processOperations, {
  'executeCommand, first of a machine': exactly(script),
  'executeCommand, with arguments, cwd and env': exactly(script),
  'executeCommand, exit code 3': exactly(script),
  'executeCommand with a time-out that is not reached': exactly(script),
  'executeCommand, 1 MB of output': exactly(script),
  'executeCommand with a listener, first of a machine': exactly(session, run, logs),
  'executeCommand with a listener, next': exactly(run, logs),
  // Values of an environment must not stand in the text of a session: they go with a request of its own.
  'executeCommand with a listener and env, next': exactly(script, run, logs),
  'spawn and wait, first of a machine': exactly(session, run, logs),
  'spawn and wait, next': exactly(run, logs),
  'list processes': exactly(script),
  sendStdin: exactly(script),
  closeStdin: exactly(script),
  'kill a process': exactly(script),
  // One answer has all that was printed; what follows comes by a stream, which nobody waits for.
  'get a process of another client, and read what it printed': {
    ...exactly(script),
    background: [session, run, logs],
  },
})

const files = budgetRows(fileOperations, {
  'writeFiles, three files': exactly(script),
  'writeFiles, one of three with a mode': exactly(script),
  readFile: exactly(download),
  writeFile: exactly(script),
  'writeFile, 300 kB': exactly(upload, script),
  stat: exactly(script),
  exists: exactly(script),
  readdir: exactly(script),
  mkdir: exactly(script),
  moveFile: exactly(script),
  deleteFile: exactly(script),
  'writeFiles, first relative path of a machine': exactly(script, script),
  'writeFiles, with workingDirectory': exactly(script),
})

const codeMode = budgetRows(codeModeOperations, {
  'code mode, no tool call': atMost(3, run, logs, script),
  'code mode, 4 tool calls one after the other': atMost(3 + 4, run, logs, script, script, script, script, script),
  'code mode, 4 tool calls at once': atMost(3 + 4, run, logs, script, script),
})

const mounts = budgetRows(mountOperations, {
  'mount one bucket': atMost(2, script),
  'mount one bucket, tool missing': atMost(3, script, script),
  'mount three buckets: S3, GCS, Azure': atMost(3, script),
  'mount three buckets, tool missing': atMost(4, script, script),
  'start, cold, with three mounts': atMost(2 + 3, list, create, script),
  'start by id, machine running, its three mounts kept': atMost(2 + 1, list, look, script),
  'start again after stop, with three mounts': atMost(2 + 3, look, wake, script),
  'unmount one of three': exactly(script),
  'stop, with three mounts': exactly(script, halt),
  'destroy, with three mounts': exactly(remove),
})

export const rows: readonly BudgetRow[] = [...lifecycle, ...processes, ...files, ...codeMode, ...mounts]
