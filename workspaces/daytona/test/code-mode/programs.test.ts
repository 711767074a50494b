import { makeTemporary, runProgram, testCodeModeForgery } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const cloud = codeModeCloud(useEmulated())

describe('the program', () => {
  testCodeModeForgery(cloud)

  it('prints what the vendor’s logs would change or lose', async () => {
    const code = 'process.stdout.write("a\\0b"); process.stderr.write("\\x01\\x01\\x01"); return "é".repeat(3)'
    expect(await runProgram(cloud, makeTemporary(cloud), code)).toMatchObject({ success: true, result: 'ééé' })
  })
})
