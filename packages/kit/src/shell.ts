export { isShellCommand, sh, shellQuote, type ShellCommand, type ShellValue } from '@caisson/core/driver'
export { forgetting, withoutForgetting } from './shell/forgetting.js'
export { readShellWord, type ShellWord } from './shell/read-shell-word.js'
