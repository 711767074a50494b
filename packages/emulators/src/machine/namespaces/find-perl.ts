import { existsSync } from 'node:fs'

export const perlPrograms: readonly string[] = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl']

export function findPerl(): string | undefined {
  return perlPrograms.find((program) => existsSync(program))
}
