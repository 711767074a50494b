export { RemoteCodeModeTransport, type RemoteCodeModeTransportOptions } from './code-mode/remote-code-mode-transport.js'
