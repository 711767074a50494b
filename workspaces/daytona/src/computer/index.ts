export { DaytonaComputer } from './daytona-computer.js'
