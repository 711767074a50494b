import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repositoryRoot } from '../repository-root.ts'

const end = '<!-- end of options -->'

export interface ReadmeTexts {
  readonly present: string
  readonly wanted: string
}

/**
 * The README of a package as it is, and as it is with this table of options between its marks. With CAISSON_UPDATE_README=1 in the
 * environment it is written so first.
 *
 * `folder`: of the package, below the root of the repository.
 *
 * @throws TypeError where the marks are missing.
 */
export function checkOptionsTable(folder: string, table: string): ReadmeTexts {
  const file = path.join(repositoryRoot, folder, 'README.md')
  const begin = `<!-- options: made by CAISSON_UPDATE_README=1 npm test -- ${folder}/test/options -->`
  const [before, rest] = readFileSync(file, 'utf8').split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new TypeError(`${file}: expected ${begin} and ${end}`)
  const wanted = `${before}${begin}\n\n${table}\n\n${end}${after}`
  if (process.env['CAISSON_UPDATE_README'] === '1') writeFileSync(file, wanted)
  return { present: readFileSync(file, 'utf8'), wanted }
}
