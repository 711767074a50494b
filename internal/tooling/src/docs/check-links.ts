import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { MarkdownFile } from './markdown.ts'
import { readMarkdown } from './markdown.ts'

export interface DocumentProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

function anchorProblem(document: MarkdownFile, anchor: string, name: string): string | undefined {
  return document.anchors.has(decodeURIComponent(anchor)) ? undefined : `${name} has no heading #${anchor}`
}

function linkProblem(root: string, file: string, document: MarkdownFile, target: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
  const [location = '', anchor] = target.split('#')
  if (location === '') return anchor === undefined ? undefined : anchorProblem(document, anchor, file)
  const full = path.join(root, location.startsWith('/') ? '' : path.dirname(file), decodeURIComponent(location))
  const isInside = full === root || full.startsWith(`${root}${path.sep}`)
  if (!isInside) return `${target} leads out of the repository`
  if (!existsSync(full)) return `${target} does not exist`
  if (anchor === undefined || !full.endsWith('.md') || !statSync(full).isFile()) return undefined
  return anchorProblem(readMarkdown(readFileSync(full, 'utf8')), anchor, location)
}

/** Relative links and anchors that lead nowhere. */
export function checkLinks(root: string, file: string, document: MarkdownFile): DocumentProblem[] {
  return document.links.flatMap(({ target, line }) => {
    const message = linkProblem(root, file, document, target)
    return message === undefined ? [] : [{ file, line, message }]
  })
}
