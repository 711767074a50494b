import { testCodeModeProgram } from '@caisson/testing/providers'
import { describe } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const cloud = codeModeCloud(useEmulated())

describe('the program', () => {
  testCodeModeProgram(cloud)
})
