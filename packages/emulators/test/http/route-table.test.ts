import { expect, test } from 'vitest'
import { RouteTable } from '../../src/http/route-table.js'

const table = new RouteTable([
  { method: 'GET', path: '/templates/aliases/{alias}' },
  { method: 'GET', path: '/templates/{id}' },
  { method: 'DELETE', path: '/templates/{id}' },
])

test('finds the row for a method and a path', () => {
  expect(table.find('GET', '/templates/a')).toEqual({
    route: { method: 'GET', path: '/templates/{id}' },
    parameters: { id: 'a' },
  })
  expect(table.find('DELETE', '/templates/a')?.route.method).toBe('DELETE')
})

test('decodes parameters once', () => {
  expect(table.find('GET', '/templates/aliases/team%2Fx%3Av1')?.parameters).toEqual({ alias: 'team/x:v1' })
  expect(table.find('GET', '/templates/a%252Fb')?.parameters).toEqual({ id: 'a%2Fb' })
})

test.each(['/templates', '/templates/', '/templates/a/b/c', '/templates/%ff', '/templates/%', '//templates/a', ''])(
  'finds nothing for %j',
  (path) => {
    expect(table.find('GET', path)).toBeUndefined()
  },
)
