import { s3Failure } from '../errors/s3-failure.js'

/** An element as it was read. Text beside elements is left out. */
export interface ReadElement {
  readonly name: string
  readonly text: string
  readonly children: readonly ReadElement[]
}

interface OpenElement {
  readonly name: string
  text: string
  readonly children: OpenElement[]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const mostDepth = 20

/** Comments, declarations, CDATA, tags and text, one at a time. A document type is refused: it could define entities. */
const pattern =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[(?<raw>[^]*?)\]\]>|<(?<close>\/?)(?<name>[\w.:-]+)(?<rest>[^<>]*)>|(?<text>[^<]+)/y

function decodeReference(reference: string): string {
  const known = entities[reference]
  if (known !== undefined) return known
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? []
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (!(code <= 0x10_ffff)) throw s3Failure('MalformedXML')
  return String.fromCodePoint(code)
}

function decodeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/&([^;&]{0,10});?/g, (_, reference: string) => decodeReference(reference))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Builds elements from the pieces of a document. */
class Builder {
  readonly #root: OpenElement = { name: '', text: '', children: [] }
  readonly #path: OpenElement[] = [this.#root]

  open(name: string): void {
    if (this.#path.length > mostDepth) throw s3Failure('MalformedXML')
    const child: OpenElement = { name: localName(name), text: '', children: [] }
    this.#path.at(-1)?.children.push(child)
    this.#path.push(child)
  }

  close(name: string): void {
    if (this.#path.length < 2 || this.#path.pop()?.name !== localName(name)) throw s3Failure('MalformedXML')
  }

  text(text: string): void {
    const element = this.#path.at(-1)
    if (element !== undefined) element.text += text
  }

  finish(): ReadElement {
    const [root, ...others] = this.#root.children
    const isWhole = this.#path.length === 1 && others.length === 0 && this.#root.text.trim() === ''
    if (root === undefined || !isWhole) throw s3Failure('MalformedXML')
    return root
  }
}

/** Reads a document of elements. Throws MalformedXML for anything else, and for another root than the one expected. */
export function readXml(document: string, rootName: string): ReadElement {
  const builder = new Builder()
  const text = document.replace(/^\uFEFF/, '')
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) {
      if (pattern.lastIndex === 0) throw s3Failure('MalformedXML')
      continue
    }
    const { raw, close, name, rest = '', text: plain } = groups
    if (raw !== undefined) builder.text(raw)
    if (plain !== undefined) builder.text(decodeText(plain))
    if (name === undefined) continue
    if (close === '/') builder.close(name)
    else builder.open(name)
    if (close !== '/' && rest.endsWith('/')) builder.close(name)
  }
  const root = builder.finish()
  if (root.name !== rootName) throw s3Failure('MalformedXML')
  return root
}

export function childrenOf(parent: ReadElement, name: string): readonly ReadElement[] {
  return parent.children.filter((child) => child.name === name)
}

/** The text of an element of that name, where there is one. */
export function textOf(parent: ReadElement, name: string): string | undefined {
  return parent.children.find((child) => child.name === name)?.text
}
