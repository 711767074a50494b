import { StringDecoder } from 'node:string_decoder'

/** The pieces of a JSON string with the text of these bytes; what is no UTF-8 becomes the replacement character. */
export async function* jsonText(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
  yield '"'
  for await (const piece of pieces) yield escaped(decoder.write(piece))
  yield escaped(decoder.end())
  yield '"'
}
