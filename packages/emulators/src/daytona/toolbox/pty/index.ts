export { closeTerminals, ptyRoutes, ptyUpgrades } from './pty-part.js'
