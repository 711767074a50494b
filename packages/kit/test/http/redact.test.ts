import { expect, it } from 'vitest'
import { redactSecrets } from '../../src/http.js'

const key = '-----BEGIN KEY-----\r\nMIIEfirstlineofthekey\r\n  secondlineofthekey\r\n}\r\n-----END KEY-----\r\n'

it('shows no line of a secret of several, and the lines around it', () => {
  const shown = key.split('\r\n').map((line) => redactSecrets(`> ${line}`, [key]))
  expect(shown).toEqual(['> -----BEGIN KEY-----', '> ***', '>   ***', '> }', '> -----END KEY-----', '> '])
})

it('shows no secret that is written in base64', () => {
  for (const secret of ['a secret of one line?>', key]) {
    for (const encoding of ['base64', 'base64url'] as const) {
      expect(redactSecrets(`(${Buffer.from(secret).toString(encoding)})`, [secret])).toBe('(***)')
    }
  }
})
