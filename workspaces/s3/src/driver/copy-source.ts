/** The header that names the source of a copy. The SDK sends it as it is, so it has to be encoded here. */
export function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encode).join('/')}`
}

/** All but the unreserved characters of RFC 3986. */
function encode(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
