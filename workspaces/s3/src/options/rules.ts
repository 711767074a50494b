/** A value and what it must be, as it stands in errors after "expected". */
export interface TextRule {
  readonly expected: string
  readonly isValid: (value: string) => boolean
}

type RuleName = 'bucket' | 'region' | 'endpoint' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken'

/** What reaches host names, signatures and the options of mount programs, checked before anything is sent. */
export const rules: Readonly<Record<RuleName, TextRule>> = {
  bucket: {
    expected: '3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at both ends',
    isValid: (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && !/\.\.|^\d+(?:\.\d+){3}$/.test(value),
  },
  region: {
    expected: 'a region such as us-east-1, or auto',
    isValid: (value) => /^[a-z0-9-]{2,32}$/.test(value) && !value.startsWith('-'),
  },
  endpoint: {
    expected: 'a URL that begins with http:// or https:// and has no credentials, query or fragment',
    isValid: isEndpoint,
  },
  accessKeyId: {
    expected: 'visible ASCII characters without a colon',
    isValid: (value) => /^[\x21-\x39\x3b-\x7e]{1,256}$/.test(value),
  },
  secretAccessKey: {
    expected: 'visible ASCII characters',
    isValid: (value) => /^[\x21-\x7e]{1,256}$/.test(value),
  },
  sessionToken: {
    expected: 'visible ASCII characters',
    isValid: (value) => /^[\x21-\x7e]{1,16384}$/.test(value),
  },
}

/** Host, port and path of plain characters only: what a URL parser would repair, a mount program might not. */
function isEndpoint(value: string): boolean {
  const shape =
    /^https?:\/\/(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[a-z0-9._~-]+)*\/*$/i
  return shape.test(value) && URL.canParse(value) && !/\/\.{1,2}(?:\/|$)/.test(value)
}
