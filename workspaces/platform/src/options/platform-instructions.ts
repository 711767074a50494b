/** What is told to a model of a sandbox, unless the option `instructions` says something else. */
export function platformInstructions(sandboxId: string | undefined, workingDirectory: string | undefined): string {
  const name = sandboxId === undefined ? 'Cloud sandbox' : `Cloud sandbox ${sandboxId}`
  const place = workingDirectory === undefined ? '' : ` Commands run in ${workingDirectory} unless told otherwise.`
  return `${name}: a Linux machine of its own at a hosted platform, with Python 3 and Node.${place}`
}
