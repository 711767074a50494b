// @caisson/kit/shell: the public interface. Written by `npm run api -- --update`.
import type { ShellCommand } from '@caisson/core/driver'
import type { ShellValue } from '@caisson/core/driver'
import type { isShellCommand } from '@caisson/core/driver'
import type { sh } from '@caisson/core/driver'
import type { shellQuote } from '@caisson/core/driver'

interface ShellWord {
    readonly word: string;
    readonly rest: string;
}
declare function forgetting(names: readonly string[], command: string): string;
declare function readShellWord(text: string): ShellWord | undefined;
declare function withoutForgetting(command: string): string;

export {
  ShellCommand,
  ShellValue,
  ShellWord,
  forgetting,
  isShellCommand,
  readShellWord,
  sh,
  shellQuote,
  withoutForgetting,
}
