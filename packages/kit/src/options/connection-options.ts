import { z } from 'zod'
import { option, type OptionFacts } from './option-facts.js'

/** An option that is a text. */
export type TextOption = z.ZodOptional<z.ZodString>

/** Facts of an option whose type is known. */
export type TextFacts = Omit<OptionFacts, 'type' | 'jsonSchema'>

type KnownFacts = Omit<TextFacts, 'expected' | 'secret'>

/** An option that is a text which passes a check. */
export function textOption(check: (value: string) => boolean, facts: TextFacts): TextOption {
  return option(z.string().refine(check), { ...facts, type: 'string', jsonSchema: { type: 'string' } })
}

/** The URL of a service. One with credentials, a query or a fragment is refused: SDKs put paths behind it. */
export function urlOption(facts: KnownFacts): TextOption {
  const expected = 'a URL that begins with http:// or https:// and has no credentials, query or fragment'
  return textOption(isUrl, { ...facts, expected })
}

/**
 * A key or a token, which goes into a header of each request. Space around it is allowed, since a secret that comes from a
 * file often ends in a line break; see `trimCredential`.
 */
export function credentialOption(kind: 'key' | 'token', facts: KnownFacts): TextOption {
  const expected = `a ${kind} of visible ASCII characters, without spaces in it`
  return textOption(isCredential, { ...facts, expected, secret: true })
}

/** A credential as it is sent. */
export function trimCredential(credential: string | undefined): string | undefined {
  return credential?.trim()
}

/** A URL that paths can be put behind. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function isUrl(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}

/** What a header cannot hold would fail inside an SDK, with the secret in the message. */
function isCredential(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value.trim())
}
