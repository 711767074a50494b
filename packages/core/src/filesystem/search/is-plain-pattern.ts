/**
 * Whether a regular expression can only take time linear in the text: without groups, quantifiers and references there is
 * nothing to backtrack over. Anything else may be harmless as well, but that is not decided here.
 */
export function isPlainPattern(source: string): boolean {
  const unescaped = source.replace(/\\[^\dk]/g, '')
  return !/[(*+?{\\]/.test(unescaped)
}
