import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'coverage', 'fixtures'])

/** All Markdown files of the checkout, relative to it, without dependencies and dot folders. */
export function findMarkdownFiles(root: string, folder = ''): string[] {
  const full = path.join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : findMarkdownFiles(root, file)
      }
      return entry.name.endsWith('.md') ? [file] : []
    })
    .toSorted()
}
