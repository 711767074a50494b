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

const look = 'GET /sandbox/{id}'
const create = 'POST /sandbox'
const lease = 'POST /sandbox/{id}/exec-lease'
const remove = 'DELETE /sandbox/{id}'
/** One command, ours or the user's, with all that goes in and comes out. */
const exec = 'WS /exec'

/** So many requests, and no less. */
function exactly(...routes: readonly string[]): Budget {
  return { budget: routes.length, routes }
}

const lifecycle = budgetRows(lifecycleOperations, {
  'start, cold': exactly(create, lease),
  // A logical id is not looked up: it is what a new machine recovers from.
  'start by id, machine running': exactly(create, lease),
  'start by sandboxId, machine running': exactly(look, lease),
  'start by id, machine stopped': exactly(create, lease),
  // There are no stopped machines: a new one takes the place of that which is gone.
  'start by sandboxId, machine stopped': exactly(look, create, lease),
  'start again after stop': exactly(create, lease),
  'first command, cold start included': exactly(create, lease, exec),
  stop: exactly(remove),
  'stop, detached': exactly(),
  // The stream of the process notices that it is cut, and looks once whether it can go on.
  'destroy, a process still running': { ...exactly(remove), background: [exec, lease] },
  'destroy, detached': exactly(),
  getPortUrl: exactly(),
  'getPortUrl, detached': exactly(),
  getInfo: exactly(look),
})

const processes = budgetRows(processOperations, {
  'executeCommand, first of a machine': exactly(exec),
  'executeCommand, with arguments, cwd and env': exactly(exec),
  'executeCommand, exit code 3': exactly(exec),
  'executeCommand with a time-out that is not reached': exactly(exec),
  'executeCommand, 1 MB of output': exactly(exec),
  'executeCommand with a listener, first of a machine': exactly(exec),
  'executeCommand with a listener, next': exactly(exec),
  'executeCommand with a listener and env, next': exactly(exec),
  'spawn and wait, first of a machine': exactly(exec),
  'spawn and wait, next': exactly(exec),
  'list processes': exactly(exec),
  sendStdin: exactly(exec),
  closeStdin: exactly(exec),
  'kill a process': exactly(exec),
  // One answer has all that was printed, as another test shows; what follows comes by a stream, which nobody waits for. Both are
  // this route.
  'get a process of another client, and read what it printed': { budget: 1, routes: [], background: [exec] },
})

const files = budgetRows(fileOperations, {
  'writeFiles, three files': exactly(exec),
  'writeFiles, one of three with a mode': exactly(exec),
  readFile: exactly(exec),
  writeFile: exactly(exec),
  'writeFile, 300 kB': exactly(exec),
  stat: exactly(exec),
  exists: exactly(exec),
  readdir: exactly(exec),
  mkdir: exactly(exec),
  moveFile: exactly(exec),
  deleteFile: exactly(exec),
  'writeFiles, first relative path of a machine': exactly(exec, exec),
  'writeFiles, with workingDirectory': exactly(exec),
})

const codeMode = budgetRows(codeModeOperations, {
  'code mode, no tool call': exactly(exec, exec),
  'code mode, 4 tool calls one after the other': exactly(exec, exec),
  'code mode, 4 tool calls at once': exactly(exec, exec),
})

const mounts = budgetRows(mountOperations, {
  'mount one bucket': exactly(exec),
  'mount one bucket, tool missing': exactly(exec, exec),
  'mount three buckets: S3, GCS, Azure': exactly(exec),
  'mount three buckets, tool missing': exactly(exec, exec),
  'start, cold, with three mounts': exactly(create, lease, exec),
  // Another host that knows the logical id only has a machine of its own.
  'start by id, machine running, its three mounts kept': exactly(create, lease, exec),
  'start again after stop, with three mounts': exactly(create, lease, exec),
  'unmount one of three': exactly(exec),
  'stop, with three mounts': exactly(exec, remove),
  'destroy, with three mounts': exactly(remove),
})

export const rows: readonly BudgetRow[] = [...lifecycle, ...processes, ...files, ...codeMode, ...mounts]
