import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { onTestFinished } from 'vitest'
import { type S3AccountOptions, type S3Emulator, type S3EmulatorOptions, startS3Emulator } from '@caisson/emulators'

/** An emulator with the bucket `data`, for one test. */
export async function start(options: S3EmulatorOptions = {}): Promise<S3Emulator> {
  const emulator = await startS3Emulator({ buckets: ['data'], ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

/** The vendor's own client, for one test. Failures are not repeated. */
export function clientOf(emulator: S3Emulator, config: S3ClientConfig = {}): S3Client {
  const { env } = emulator
  const client = new S3Client({
    endpoint: emulator.url,
    region: env['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
      ...(env['AWS_SESSION_TOKEN'] === undefined ? {} : { sessionToken: env['AWS_SESSION_TOKEN'] }),
    },
    forcePathStyle: true,
    maxAttempts: 1,
    ...config,
  })
  onTestFinished(() => client.destroy())
  return client
}

/** The client of an account. */
export function clientFor(
  emulator: S3Emulator,
  { accessKeyId, secretAccessKey, sessionToken }: S3AccountOptions,
): S3Client {
  const token = sessionToken === undefined ? {} : { sessionToken }
  return clientOf(emulator, { credentials: { accessKeyId, secretAccessKey, ...token } })
}
