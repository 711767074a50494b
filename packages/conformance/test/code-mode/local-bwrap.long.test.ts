import { runOnLocalSandbox } from './run-on-local-sandbox.js'

runOnLocalSandbox('bwrap')
