import { makeTemporary, runProgram, testCodeModeForgery } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const cloud = codeModeCloud(useEmulated())

describe('the program', () => {
  testCodeModeForgery(cloud)

  it('prints what frames are made of', async () => {
    const code = 'process.stdout.write("\\x01a\\0\\x03b"); process.stderr.write("\\x03\\x01"); return "é".repeat(3)'
    expect(await runProgram(cloud, makeTemporary(cloud), code)).toMatchObject({ success: true, result: 'ééé' })
  })
})
