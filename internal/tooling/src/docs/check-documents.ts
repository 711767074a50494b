import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkCodeBlocks } from './check-code-blocks.ts'
import type { DocumentProblem } from './check-links.ts'
import { checkLinks } from './check-links.ts'
import { findMarkdownFiles } from './markdown-files.ts'
import { readMarkdown } from './markdown.ts'

export interface DocumentReport {
  readonly fileCount: number
  readonly blockCount: number
  readonly problems: readonly DocumentProblem[]
}

/** Checks links of all Markdown files and the code of their blocks marked `ts`. */
export function checkDocuments(root: string): DocumentReport {
  const documents = findMarkdownFiles(root).map((file) => ({
    file,
    document: readMarkdown(readFileSync(path.join(root, file), 'utf8')),
  }))
  const blocks = documents.flatMap(({ file, document }) =>
    document.blocks.filter(({ language }) => language === 'ts').map((block) => ({ ...block, file })),
  )
  const links = documents.flatMap(({ file, document }) => checkLinks(root, file, document))
  const problems = [...links, ...checkCodeBlocks(root, blocks)]
  return { fileCount: documents.length, blockCount: blocks.length, problems }
}
