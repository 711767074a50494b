import { expect, it } from 'vitest'
import { isPrivate } from '../e2b/backing.js'
import { usePlatform } from './support/platform-context.js'

const certificate = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n'
const context = usePlatform({ trustedCertificates: isPrivate ? [certificate] : [] })

it.skipIf(!isPrivate)('sandboxes trust the certificates of the option (needs namespaces)', async () => {
  const { client } = context
  const { id } = await client.create()
  const { stdout } = await client.run(id, 'grep -c "^of a test$" /etc/ssl/certs/ca-certificates.crt')
  expect(stdout).toBe('1\n')
})
