export {
  execViaPrivateNetwork,
  type PrivateNetExecRequest,
  type PrivateNetExecResult,
} from './exec-via-private-network.js'
export { privateExec } from './private-exec.js'
export { PrivateNetExecHttpError } from './private-net-exec-http-error.js'
export { PrivateNetwork } from './private-network.js'
