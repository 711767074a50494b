/**
 * The text of a module whose default export runs a program: for transports that hand the program over as a file. The
 * program is taken as it is, the body of an async function; its first line is the module's second.
 */
export function buildProgramModule(program: string): string {
  return `export default async function () {\n${program}\n}\n`
}
