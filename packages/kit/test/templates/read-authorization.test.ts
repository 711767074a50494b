import { expect, it } from 'vitest'
import { readAuthorization, type RepositoryAccess } from '@caisson/kit/templates'

function read(authorization: unknown): unknown {
  return readAuthorization({ authorization } as RepositoryAccess)
}

it.each([undefined, null, { scheme: 'bearer' }, ...['', ' ', '\n'].map((token) => ({ scheme: 'bearer', token }))])(
  '%j is no authorization',
  (given) => {
    expect(read(given)).toBeUndefined()
  },
)

it('has the token without the whitespace around it', () => {
  expect(read({ scheme: 'bearer', token: 'ghs_0123456789abcdef\n' })).toEqual({
    scheme: 'bearer',
    token: 'ghs_0123456789abcdef',
  })
})

it.each([
  { scheme: 'basic', token: 'secret-word' },
  { token: 'secret-word' },
  { scheme: 'bearer', token: 12_345 },
  { scheme: 'bearer', token: 'secret-word\nhost=elsewhere.example' },
  { scheme: 'bearer', token: 'secret word' },
  'secret-word',
])('%j is refused, and not shown', (given) => {
  expect(() => read(given)).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^(?!.*(?:secret|12345)).*authorization/s),
    }),
  )
})
