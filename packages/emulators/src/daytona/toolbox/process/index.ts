export { closeProcesses, openProcesses, processRoutes, processUpgrades } from './process-part.js'
