export interface CodeBlock {
  /** First word after the fence. */
  readonly language: string
  /** Line of the first line of code. */
  readonly line: number
  readonly code: string
}

interface MarkdownLink {
  readonly target: string
  readonly line: number
}

export interface MarkdownFile {
  readonly blocks: readonly CodeBlock[]
  readonly links: readonly MarkdownLink[]
  /** Anchors of the headings, as code hosts make them. */
  readonly anchors: ReadonlySet<string>
}

const fencePattern = /^\s*(`{3,}|~{3,})\s*(\S*)/
const linkPattern = /!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)/g
const referencePattern = /^\s*\[[^\]]+\]:\s+<?(\S+?)>?\s*$/
const htmlLinkPattern = /<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g

function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function linksOf(text: string, line: number): MarkdownLink[] {
  const prose = text.replaceAll(/`[^`]*`/g, '')
  const found = [...prose.matchAll(linkPattern), ...prose.matchAll(htmlLinkPattern)].map((match) => match[1])
  return [...found, referencePattern.exec(prose)?.[1]].flatMap((target) =>
    target === undefined ? [] : [{ target, line }],
  )
}

function addAnchor(anchors: Set<string>, heading: string): void {
  const base = slug(heading)
  let anchor = base
  for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`
  anchors.add(anchor)
}

/** Reads what the checks need of a Markdown file: fenced code, links outside code, headings. */
export function readMarkdown(text: string): MarkdownFile {
  const blocks: CodeBlock[] = []
  const links: MarkdownLink[] = []
  const anchors = new Set<string>()
  let open: { fence: string; language: string; line: number; code: string[] } | undefined
  for (const [index, content] of text.split('\n').entries()) {
    const fence = fencePattern.exec(content)
    if (open !== undefined) {
      const closes = fence?.[1]?.startsWith(open.fence) === true && fence[2] === ''
      if (!closes) open.code.push(content)
      else {
        blocks.push({ language: open.language, line: open.line, code: open.code.join('\n') })
        open = undefined
      }
    } else if (fence?.[1] !== undefined) {
      open = { fence: fence[1], language: fence[2] ?? '', line: index + 2, code: [] }
    } else {
      const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(content)?.[1]
      if (heading !== undefined) addAnchor(anchors, heading)
      links.push(...linksOf(content, index + 1))
    }
  }
  return { blocks, links, anchors }
}
