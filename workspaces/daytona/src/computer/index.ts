export { DaytonaComputer } from './daytona-computer.js'
export type { DesktopAccess } from './desktop-access.js'
