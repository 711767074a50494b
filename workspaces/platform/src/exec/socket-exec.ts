import type { OpenExec } from './exec-channel.js'
import { SocketCommand } from './socket-command.js'
import type { SocketExecConfig } from './socket-exec-config.js'

/** Runs commands over sockets: one for each, and further ones only to join a command whose socket was cut. */
export function socketExec(config: SocketExecConfig): OpenExec {
  return async (request, output) => {
    const command = new SocketCommand(config, request, output)
    await command.start()
    return command.stream()
  }
}
