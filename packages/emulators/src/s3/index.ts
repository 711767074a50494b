export type { S3Description, S3Emulator, S3Faults } from './s3-emulator.js'
export type { S3AccountOptions, S3BucketOptions, S3EmulatorOptions } from './s3-emulator-options.js'
export { startS3Emulator } from './start-s3-emulator.js'
