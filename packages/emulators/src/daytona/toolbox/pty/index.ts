export { closeTerminals } from './pty-part.js'
export { ptyRoutes } from './pty-routes.js'
export { ptyUpgrades } from './pty-upgrades.js'
