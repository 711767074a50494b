import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { EnvdError } from '../envd-error.js'
import type { Process } from '../protocol/process.js'
import { Signal } from '../protocol/process-messages.js'
import { answer, callerAccount, deadlineOf } from '../rpc/call.js'
import type { EventQueue } from '../rpc/event-queue.js'
import { follow } from '../rpc/follow.js'
import type { SandboxState } from '../sandbox-state.js'
import {
  describeProcess,
  describeRequest,
  keepaliveMessage,
  nameOf,
  outputMessage,
  sendInput,
  sizeOf,
  startMessage,
} from './process-messages.js'
import type { ProcessOutput } from './process-output.js'
import type { ProcessTable } from './process-table.js'
import type { RunningProcess } from './running-process.js'

const sentSignals: Readonly<Partial<Record<Signal, 'SIGKILL' | 'SIGTERM'>>> = {
  [Signal.SIGKILL]: 'SIGKILL',
  [Signal.SIGTERM]: 'SIGTERM',
}

function followProcess(context: HandlerContext, process: RunningProcess, queue: EventQueue<ProcessOutput>) {
  return follow(context, {
    queue,
    first: startMessage(process.pid),
    keepalive: keepaliveMessage(),
    toMessage: outputMessage,
    isLast: ({ kind }) => kind === 'end',
    onEnd: () => process.unsubscribe(queue),
  })
}

/** Input for one process over one stream: first its name, then what it gets. */
function inputStream(table: ProcessTable): ServiceImpl<typeof Process>['streamInput'] {
  return (requests) =>
    answer(async () => {
      let process: RunningProcess | undefined
      for await (const { event } of requests) {
        if (event.case === 'start') process = table.find(nameOf(event.value.process))
        if (event.case !== 'data') continue
        if (process === undefined) throw new EnvdError('invalidArgument', 'data came before the process was named')
        await sendInput(process, event.value.input)
      }
      return {}
    })
}

/** The service that starts processes and lets clients follow and steer them. */
export function createProcessService(table: ProcessTable, state: SandboxState): ServiceImpl<typeof Process> {
  return {
    list: () => ({ processes: table.list().map((process) => describeProcess(process)) }),
    async *start({ process: config, pty, tag, stdin }, context) {
      const { process, output } = await answer(async () => {
        const request = {
          description: describeRequest(config, tag),
          account: callerAccount(context, state),
          terminal: pty === undefined ? undefined : sizeOf(pty),
          hasInput: stdin ?? true,
        }
        return table.start(request, deadlineOf(context))
      })
      yield* followProcess(context, process, output)
    },
    async *connect({ process: selector }, context) {
      const process = await answer(async () => table.findRecent(nameOf(selector)))
      yield* followProcess(context, process, process.subscribe())
    },
    update: ({ process: selector, pty }) =>
      answer(async () => {
        const { backend } = table.find(nameOf(selector))
        const { cols = 0, rows = 0 } = pty?.size ?? {}
        if (pty !== undefined) backend.resize(cols, rows)
        return {}
      }),
    streamInput: inputStream(table),
    sendInput: ({ process: selector, input }) =>
      answer(async () => {
        await sendInput(table.find(nameOf(selector)), input)
        return {}
      }),
    sendSignal: ({ process: selector, signal }) =>
      answer(async () => {
        const process = table.find(nameOf(selector))
        const name = sentSignals[signal]
        if (name === undefined) throw new EnvdError('unimplemented', `signal ${signal} cannot be sent`)
        process.signal(name)
        return {}
      }),
    closeStdin: ({ process: selector }) =>
      answer(async () => {
        table.find(nameOf(selector)).backend.closeInput()
        return {}
      }),
  }
}
