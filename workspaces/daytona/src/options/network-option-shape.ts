import { option } from '@caisson/kit/options'
import { z } from 'zod'
import { domainListType, networkListType } from './allow-lists.js'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'
import type { OptionShape } from './option-shape.js'

const list = { type: 'string', minLength: 1 } as const

/** Who may be reached, and who may reach the machine. */
export const networkOptionShape: OptionShape<
  Pick<DaytonaSandboxOptions, 'public' | 'networkBlockAll' | 'networkAllowList' | 'domainAllowList'>
> = {
  public: option(z.boolean(), {
    description: 'Ports can be reached without a token.',
    type: 'boolean',
    expected: 'a boolean',
    defaultText: '`false`',
  }),
  networkBlockAll: option(z.boolean(), {
    description: 'Cuts the network of a new machine; with an allow list, all of it but what is listed.',
    type: 'boolean',
    expected: 'a boolean',
    defaultText: '`false`',
  }),
  networkAllowList: option(networkListType, {
    description: 'IPv4 ranges that may be reached, separated by commas.',
    type: 'string',
    expected: 'a string of IPv4 ranges',
    jsonSchema: list,
  }),
  domainAllowList: option(domainListType, {
    description: 'Domains that may be reached, separated by commas; `*.` before one stands for all that is below it.',
    type: 'string',
    expected: 'a string of domains',
    jsonSchema: list,
  }),
}
