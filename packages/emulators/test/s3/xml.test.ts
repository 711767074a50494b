import { expect, test } from 'vitest'
import { childrenOf, readXml, textOf } from '../../src/s3/xml/read-xml.js'
import { elements, resultXml } from '../../src/s3/xml/write-xml.js'

test('reads what it writes, whatever the text', () => {
  const hostile = 'a<b>&"\'\r\n\t\u0001 ]]> &amp; ünïcödé😀'
  const written = resultXml('Root', elements({ One: hostile, Two: elements({ Three: 3, None: undefined, Yes: true }) }))
  const root = readXml(written, 'Root')
  expect(textOf(root, 'One')).toBe(hostile)
  const [two] = childrenOf(root, 'Two')
  expect(two?.children.map(({ name, text }) => [name, text])).toEqual([
    ['Three', '3'],
    ['Yes', 'true'],
  ])
})

test('reads what other writers write', () => {
  const root = readXml(
    '\uFEFF<?xml version="1.0"?>\r\n<!-- note -->\n<s:Root xmlns:s="urn:x"><s:A b="1"/><A > x &#x41;&#66; <![CDATA[<&>]]></A></s:Root>\n',
    'Root',
  )
  expect(childrenOf(root, 'A').map(({ text }) => text)).toEqual(['', ' x AB <&>'])
})

test.each([
  ['', 'nothing'],
  ['text', 'no element'],
  ['<Root>', 'no end'],
  ['<Root></Other>', 'another end'],
  ['<Root/><Root/>', 'two roots'],
  ['<Other/>', 'another root'],
  ['<Root>&unknown;</Root>', 'an unknown reference'],
  ['<Root>&#x110000;</Root>', 'no character'],
  ['<Root>&</Root>', 'a bare sign'],
  ['<!DOCTYPE Root [<!ENTITY a "b">]><Root>&a;</Root>', 'a document type'],
  [`<Root>${'<A>'.repeat(50)}${'</A>'.repeat(50)}</Root>`, 'too deep'],
  ['<Root', 'half a tag'],
])('refuses %s', (document) => {
  expect(() => readXml(document, 'Root')).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})
