export { isShellCommand, sh, shellQuote, type ShellCommand, type ShellValue } from '@caisson/core/driver'
export { readShellWord, type ShellWord } from './shell/read-shell-word.js'
