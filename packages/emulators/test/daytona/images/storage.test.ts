import { ListObjectsV2Command, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { expect, it, onTestFinished } from 'vitest'
import { useDaytona } from './use-daytona.js'

const current = useDaytona()

interface Access {
  readonly accessKey: string
  readonly secret: string
  readonly sessionToken: string
  readonly storageUrl: string
  readonly organizationId: string
  readonly bucket: string
  readonly region: string
}

async function access(): Promise<Access> {
  const { status, body } = await current().ask('GET', '/object-storage/push-access')
  expect(status).toBe(200)
  return body as Access
}

function clientOf({ accessKey, secret, sessionToken, storageUrl, region }: Access): S3Client {
  const client = new S3Client({
    region,
    endpoint: storageUrl,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret, sessionToken },
  })
  onTestFinished(() => client.destroy())
  return client
}

it('says where the files of builds go, to who has a key', async () => {
  const { emulator } = current()
  const given = await access()
  expect(given.storageUrl.startsWith(emulator.url)).toBe(true)
  for (const value of Object.values(given)) expect(value).not.toBe('')
  expect((await fetch(`${emulator.apiUrl}/object-storage/push-access`)).status).toBe(401)
})

it('keeps what is put, below its path, and shows it in lists', async () => {
  const given = await access()
  const client = clientOf(given)
  const Key = `${given.organizationId}/0123/context.tar`
  await client.send(new PutObjectCommand({ Bucket: given.bucket, Key, Body: 'bytes' }))
  const list = new ListObjectsV2Command({ Bucket: given.bucket, Prefix: `${given.organizationId}/0123/`, MaxKeys: 1 })
  expect((await client.send(list)).Contents).toMatchObject([{ Key, Size: 5 }])
})

it('refuses other keys, in the form of object storage', async () => {
  const given = await access()
  const command = new PutObjectCommand({ Bucket: given.bucket, Key: 'x', Body: 'bytes' })
  const wrong = [
    { ...given, secret: 'another' },
    { ...given, sessionToken: 'another' },
    { ...given, accessKey: 'NOBODY' },
  ]
  for (const one of wrong) {
    const sent = clientOf(one).send(command)
    await expect(sent).rejects.toBeInstanceOf(S3ServiceException)
    await expect(sent).rejects.toMatchObject({ $metadata: { httpStatusCode: expect.any(Number) } })
  }
  const { storageUrl, bucket } = given
  const unsigned = await fetch(`${storageUrl}/${bucket}/x`, { method: 'PUT', body: 'bytes' })
  expect(unsigned.status).toBe(403)
  expect(await unsigned.text()).toContain('<Code>AccessDenied</Code>')
})

it('forgets what was put when the emulator is reset', async () => {
  const given = await access()
  const client = clientOf(given)
  await client.send(new PutObjectCommand({ Bucket: given.bucket, Key: 'forgotten', Body: 'bytes' }))
  await current().emulator.reset()
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: given.bucket }))
  expect(Contents).toBeUndefined()
})
