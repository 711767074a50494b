import { describe, expect, it } from 'vitest'
import { creationOf, resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'
import { optionFault } from './support/option-fault.js'

const resolve = (options: DaytonaSandboxOptions) => resolveDaytonaOptions(options, {})

describe('[D07] limits of the network', () => {
  it.each<[DaytonaSandboxOptions, DaytonaSandboxOptions]>([
    [{ networkBlockAll: true }, { networkBlockAll: true }],
    [
      { networkBlockAll: true, networkAllowList: '10.0.0.0/8,192.168.0.0/16' },
      { networkBlockAll: true, networkAllowList: '10.0.0.0/8,192.168.0.0/16' },
    ],
    [
      { networkBlockAll: true, domainAllowList: 'packages.example.org,*.githubusercontent.com' },
      { networkBlockAll: true, domainAllowList: 'packages.example.org,*.githubusercontent.com' },
    ],
    [
      { networkBlockAll: true, networkAllowList: '1.1.1.1/32', domainAllowList: 'a.b' },
      { networkBlockAll: true, networkAllowList: '1.1.1.1/32', domainAllowList: 'a.b' },
    ],
    [{ networkAllowList: ' 10.0.0.0/8 , 0.0.0.0/0,' }, { networkAllowList: '10.0.0.0/8,0.0.0.0/0' }],
    [{ domainAllowList: 'xn--bcher-kva.example, *.xn--p1ai.xn--p1ai' }, {}],
    [{ networkAllowList: Array.from({ length: 100 }, (_, n) => `10.0.${n}.0/24`).join(',') }, {}],
  ])('are sent with a creation: %j', (given, sent) => {
    expect(creationOf(resolve(given))).toMatchObject(sent)
  })

  it('[BR-197] an empty list is refused, since it would open what was to be closed', () => {
    for (const name of ['networkAllowList', 'domainAllowList']) {
      for (const list of ['', ' , ', ',']) {
        const { message } = optionFault({ networkBlockAll: true, [name]: list })
        expect(message).toContain(`DaytonaSandbox option ${name}: expected at least one entry, or no list`)
      }
    }
  })

  it.each([
    ['10.0.0.0'],
    ['10.0.0.0/33'],
    ['10.0.0/8'],
    ['256.0.0.0/8'],
    ['10.0.0.0/'],
    ['::/0'],
    ['10.0.0.0/8;10.1.0.0/16'],
    ['example.com'],
    ['10.0.0.0/8 192.168.0.0/16'],
    [42],
    [['10.0.0.0/8']],
  ])('refuse the ranges %j', (networkAllowList) => {
    expect(optionFault({ networkAllowList }).message).toMatch(
      /option networkAllowList: expected (a string of )?IPv4 ranges/,
    )
  })

  it.each([
    ['localhost'],
    ['https://example.com'],
    ['example.com:443'],
    ['example.com/path'],
    ['*'],
    ['*example.com'],
    ['a.*.example.com'],
    ['*.*.example.com'],
    ['-a.example.com'],
    ['10.0.0.1'],
    ['a..b'],
    [`${'a'.repeat(64)}.com`],
    [`${'a.'.repeat(130)}com`],
    [true],
  ])('refuse the domains %j', (domainAllowList) => {
    expect(optionFault({ domainAllowList }).message).toMatch(/option domainAllowList: expected (a string of )?domains/)
  })

  it.each([[{ networkBlockAll: 'true' }], [{ public: 1 }]])('refuse %j', (options) => {
    expect(optionFault(options).message).toContain('expected a boolean')
  })
})
