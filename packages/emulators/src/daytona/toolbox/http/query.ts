import { ToolboxError } from './toolbox-error.js'

/** A parameter of the address that must be there and not be empty. */
export function requiredQuery(url: URL, name: string): string {
  const value = url.searchParams.get(name)
  if (value === null || value === '') throw new ToolboxError(400, `bad request: ${name} is required`)
  return value
}

/** A parameter that says yes or no; missing is no. */
export function queryFlag(url: URL, name: string): boolean {
  const value = url.searchParams.get(name)
  return value === 'true' || value === '1'
}
