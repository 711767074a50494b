/** One element; members that are `undefined` are left out. */
export interface XmlElement {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>> | undefined
  readonly content: string | readonly XmlElement[]
}

type XmlValue = string | number | boolean | undefined | readonly XmlElement[]

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Control characters become references: readers of XML would turn a plain carriage return into a newline. Some of these references are not
 * allowed in XML 1.0; the vendor sends them all the same, and offers `encoding-type=url` instead.
 */
function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[&<>"\u0000-\u001F\u007F\uFFFE\uFFFF]/g, (character) => {
    return named[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`
  })
}

export function element(name: string, value: XmlValue): XmlElement[] {
  if (value === undefined) return []
  return [{ name, content: typeof value === 'object' ? value : String(value) }]
}

/** The elements of an object's members, in order. */
export function elements(values: Readonly<Record<string, XmlValue>>): XmlElement[] {
  return Object.entries(values).flatMap(([name, value]) => element(name, value))
}

function write({ name, attributes = {}, content }: XmlElement): string {
  const marks = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(write).join('')
  return `<${name}${marks.join('')}>${inner}</${name}>`
}

export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}`
}

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A whole answer. */
export function resultXml(name: string, content: string | readonly XmlElement[]): string {
  return writeXml({ name, attributes: { xmlns: namespace }, content })
}
