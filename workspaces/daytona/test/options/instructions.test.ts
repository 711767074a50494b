import { describe, expect, it } from 'vitest'
import { daytonaInstructions, resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'

const tell = (options: DaytonaSandboxOptions, facts = {}) =>
  daytonaInstructions(resolveDaytonaOptions(options, {}), facts)

describe('the text for an agent', () => {
  it('[D02] tells the runtime and the time-out', () => {
    expect(tell({})).toBe(
      'Cloud sandbox with a TypeScript runtime. Commands end after 300 seconds unless they are given another time-out.',
    )
    expect(tell({ language: 'python', timeout: 0 })).toBe('Cloud sandbox with a Python runtime.')
    expect(tell({ language: 'javascript', timeout: 1000 })).toContain(
      'a JavaScript runtime. Commands end after 1 second ',
    )
  })

  it('[D05] [D06] tells the user, the volumes and where commands run', () => {
    const volumes = [
      { volumeId: 'v', mountPath: '/data' },
      { volumeId: 'w', mountPath: '/models' },
    ]
    const text = tell({ user: 'root', volumes, computerUse: true }, { workingDirectory: '/home/daytona' })
    expect(text).toContain('Commands run in /home/daytona.')
    expect(text).toContain('Commands run as the user root.')
    expect(text).toContain('Volumes are at /data, /models.')
    expect(text).toContain('There is a desktop.')
  })

  it.each<[DaytonaSandboxOptions, string]>([
    [{ networkBlockAll: true }, 'There is no network.'],
    [{ networkBlockAll: true, networkAllowList: '10.0.0.0/8' }, 'The network is limited to 10.0.0.0/8.'],
    [
      { networkAllowList: '10.0.0.0/8,1.1.1.1/32', domainAllowList: '*.example.com' },
      'The network is limited to 10.0.0.0/8, 1.1.1.1/32, *.example.com.',
    ],
  ])('[D07] tells the limits of the network: %j', (options, sentence) => {
    expect(tell(options)).toContain(sentence)
  })

  it('says nothing of a network without limits', () => {
    expect(tell({ networkBlockAll: false })).not.toContain('network')
  })
})
