export { readVariable, type EnvironmentSource } from './options/environment.js'
