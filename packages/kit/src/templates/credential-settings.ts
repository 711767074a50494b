/**
 * Settings of `git`, as names and values, that have it answer a host's question for a password with a variable of the environment; without one
 * it has no answer. The answer is for one origin: a header set for that would be sent on to wherever its host leads. Helpers that are set up
 * otherwise are left out: they would be told the token, and some keep it on the disk.
 *
 * With an answer, `git` also follows where all of its requests are led. It learns the new place of a repository from its first request alone, which
 * a host that keeps the place to itself only answers with that question. The answer is not sent along to another origin.
 *
 * `variable`: letters, digits and `_`.
 */
export function credentialSettings(
  origin: string,
  variable: string | undefined,
): readonly (readonly [name: string, value: string])[] {
  const none = ['credential.helper', ''] as const
  if (variable === undefined) return [none]
  // What hosts of repositories take for a user whose password is a token.
  const answer = String.raw`printf 'username=x-access-token\npassword=%s\n' "$${variable}"`
  return [
    none,
    [`credential.${origin}.helper`, `!f() { test "$1" = get && ${answer}; }; f`],
    [`http.${origin}.followRedirects`, 'true'],
  ]
}
