export * from './local-driver.js'
export * from './local-machine.js'
