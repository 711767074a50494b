const sampleBytes = 8192

/** Whether content is text as far as its first 8 KiB show: no NUL byte, or a UTF-16 byte order mark. */
export function looksLikeText(content: Uint8Array): boolean {
  const [first, second] = content
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return !content.subarray(0, sampleBytes).includes(0)
}
