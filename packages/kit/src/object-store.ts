export type * from './object-store/object-store-driver.js'
