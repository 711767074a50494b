/** Members of answers that whoever knows them may use. Found in texts that are no whole JSON, too. */
const members = /"(?:jwt|instanceToken)"\s*:\s*"((?:[^"\\]|\\.)*)/g

/** What the platform grants in an answer, as it is written there. */
export function grantedSecrets(text: string): readonly string[] {
  return [...text.matchAll(members)].flatMap(([, secret]) => (secret === undefined ? [] : [secret]))
}
