import { silentLogger } from '@caisson/core/driver'
import { S3Connection } from '../../src/driver/s3-connection.js'
import { S3Driver } from '../../src/driver/s3-driver.js'
import { s3Limits, type S3Limits } from '../../src/driver/s3-limits.js'
import { resolveS3Options, type S3FilesystemOptions } from '../../src/options/index.js'

/** A driver with limits that are small enough for tests. */
export function driverWith(options: S3FilesystemOptions, limits: Partial<S3Limits>): S3Driver {
  const connection = new S3Connection(resolveS3Options(options))
  return new S3Driver({ connection, limits: { ...s3Limits, ...limits }, prefix: '', log: { target: silentLogger } })
}
