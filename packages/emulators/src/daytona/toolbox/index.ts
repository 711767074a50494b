export type { ToolboxSettings } from './settings.js'
export { startToolbox } from './start-toolbox.js'
export { bundleToolbox, toolboxProgram } from './toolbox-program.js'
