export type { AzureContainer } from './azure-account.js'
export { AzureBlobDriver } from './azure-blob-driver.js'
