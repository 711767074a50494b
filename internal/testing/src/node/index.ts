export { serveNode, type NodeServer } from './serve-node.js'
