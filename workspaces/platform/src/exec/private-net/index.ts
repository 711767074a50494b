export {
  execViaPrivateNetwork,
  type PrivateNetExecRequest,
  type PrivateNetExecResult,
} from './exec-via-private-network.js'
export { privateExec, type PrivateExecConfig } from './private-exec.js'
export { PrivateNetExecHttpError } from './private-net-exec-http-error.js'
export { PrivateNetwork, type PrivateNetworkConfig } from './private-network.js'
