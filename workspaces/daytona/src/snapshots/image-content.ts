import path from 'node:path'
import type { Image } from '@daytonaio/sdk'
import { contentName } from '@caisson/kit/templates'
import { describeFiles, type FileContent } from './describe-files.js'

/** What an image is made of, for a name. */
export interface ImageContent {
  /** Copies of files that lie at a place of this computer have their content there instead of the place. */
  readonly dockerfile: string
  /** The other files. */
  readonly files: readonly FileContent[]
}

/** A file or directory that an image takes in. */
interface Context {
  /** As the Dockerfile calls it. */
  readonly archivePath: string
  readonly entries: readonly FileContent[]
}

/**
 * The beginning of a copy of files and directories as they are, and its words. A list in JSON is left, and so are options that look at names and
 * at other stages.
 */
const copyLine = /^(\s*(?:COPY|ADD)\s+(?:--(?:chown|chmod|link)(?:=\S+)?\s+)*)(?!\[|--)(\S.*)$/i

/**
 * What an image is, wherever its files lie. The SDK writes whole paths of this computer, and those are others on another computer and in another
 * copy of the same project.
 *
 * Throws `SandboxError` INVALID_ARGUMENT when a file cannot be read.
 */
export async function imageContent(image: Pick<Image, 'dockerfile' | 'contextList'>): Promise<ImageContent> {
  const contexts: Context[] = []
  for (const { sourcePath, archivePath } of image.contextList) {
    contexts.push({ archivePath, entries: await describeFiles(sourcePath) })
  }
  const placed = contexts.filter(({ archivePath }) => path.isAbsolute(archivePath))
  const names = new Map(placed.map((context) => [context.archivePath, nameOf(context)]))
  const named = new Set<string>()
  const lines = image.dockerfile.split('\n').map((line) =>
    line.replace(copyLine, (_line, start: string, words: string) => {
      const { sources, target } = readWords(words)
      for (const source of sources) if (names.has(source)) named.add(source)
      return `${start}${sources.map((source) => names.get(source) ?? source).join('')}${target}`
    }),
  )
  const others = contexts.filter(({ archivePath }) => !named.has(archivePath))
  return {
    dockerfile: lines.join('\n'),
    files: others.flatMap(({ archivePath, entries }) =>
      entries.map((entry) => ({ ...entry, path: `${archivePath}${entry.path}` })),
    ),
  }
}

/** Of a directory what is in it is copied; a file keeps its name where it is copied into a directory. */
function nameOf({ archivePath, entries }: Context): string {
  const content = contentName('content', entries, 64)
  return entries.some((entry) => entry.path === '') ? `${content}/${path.basename(archivePath)}` : content
}

/** What is copied, with the space between, and where to. */
function readWords(text: string): { readonly sources: readonly string[]; readonly target: string } {
  const words = text.split(/(\s+)/)
  const last = words.findLastIndex((word) => word.trim() !== '')
  return { sources: words.slice(0, last), target: words.slice(last).join('') }
}
