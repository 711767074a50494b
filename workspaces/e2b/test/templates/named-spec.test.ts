import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import { E2BSandbox } from '../../src/index.js'

const template = Template().fromTemplate('base')

function optionOf(more: object): unknown {
  try {
    return new E2BSandbox({ apiKey: 'e2b_test', template: { ref: 'name:v1', template, ...more } as never })
  } catch (error) {
    return error
  }
}

describe('the members of a named template', () => {
  it.each<[object, RegExp]>([
    [{ staleref: 'name:v0' }, /template: expected no members but ref, .*, got "staleref"/],
    [{ staleRef: 'Name' }, /template\.staleRef/],
    [{ staleRef: null }, /template\.staleRef/],
    [{ template: null }, /template\.template/],
    [{ template: {} }, /template\.template/],
    [{ buildTags: 'current' }, /template\.buildTags/],
    [{ buildTags: ['Current'] }, /template\.buildTags: .*"Current"/],
    [{ buildTags: [undefined] }, /template\.buildTags/],
    [{ buildResources: null }, /template\.buildResources/],
    [{ buildResources: 4 }, /template\.buildResources/],
    [{ buildResources: { cpuCount: 0 } }, /template\.buildResources\.cpuCount/],
    [{ buildResources: { memoryMB: '4096' } }, /template\.buildResources\.memoryMB/],
    [{ buildResources: { memoryMb: 4096 } }, /template\.buildResources: .*"memoryMb"/],
    [{ fallbackTemplate: null }, /template\.fallbackTemplate/],
    [{ fallbackTemplate: 'no such name!' }, /template\.fallbackTemplate/],
    [{ fallbackTemplate: { resolveSpec: async () => template } }, /template\.fallbackTemplate/],
    [{ fallbackTemplate: { ref: 'a:b:c', template } }, /template\.fallbackTemplate\.ref/],
    [{ fallbackTemplate: { ref: 'a', template, tags: [] } }, /template\.fallbackTemplate: .*"tags"/],
    [{ secrets: 'word' }, /template\.secrets: .*hidden/],
    [{ secrets: [7] }, /template\.secrets/],
  ])('%o is refused by name', (more, message) => {
    expect(optionOf(more)).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) })
  })

  it.each<[object]>([
    [{ fallbackTemplate: 'team/name:tag', staleRef: 'name:v0', buildTags: [], secrets: [] }],
    [{ fallbackTemplate: template, buildResources: {}, staleRef: undefined }],
    [{ fallbackTemplate: { ref: 'a:b', template: async () => ({ template }) }, buildResources: { cpuCount: 4 } }],
  ])('%o is taken', (more) => {
    expect(optionOf(more)).toBeInstanceOf(E2BSandbox)
  })
})
