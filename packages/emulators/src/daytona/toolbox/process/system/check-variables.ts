import { ToolboxError } from '../../http/toolbox-error.js'

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Throws for what is no name of a variable, and for what a variable cannot hold. */
export function checkVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!variableName.test(name)) {
      throw new ToolboxError(400, `bad request: invalid environment variable name: ${JSON.stringify(name)}`)
    }
    if (value.includes('\0')) throw new ToolboxError(400, `bad request: ${name} contains a zero byte`)
  }
}
