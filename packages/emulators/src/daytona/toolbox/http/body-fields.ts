import { ToolboxError } from './toolbox-error.js'

type Body = Readonly<Record<string, unknown>>

function wrong(name: string, expected: string): ToolboxError {
  return new ToolboxError(400, `invalid request body: ${name} must be ${expected}`, { code: 'INVALID_REQUEST_BODY' })
}

/** A text; `undefined` where it is missing or null. */
export function optionalText(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw wrong(name, 'a string')
  return value
}

/** A text that must be there and not be empty. */
export function requiredText(body: Body, name: string): string {
  const value = optionalText(body, name)
  if (value === undefined || value === '') {
    throw new ToolboxError(400, `invalid request body: ${name} is required`, { code: 'INVALID_REQUEST_BODY' })
  }
  return value
}

/** A flag; missing is false. */
export function optionalFlag(body: Body, name: string): boolean {
  const value = body[name]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw wrong(name, 'a boolean')
  return value
}

/** A whole number that is not negative. */
export function optionalCount(body: Body, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw wrong(name, 'a whole number')
  return value
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A list of texts. */
export function optionalTexts(body: Body, name: string): readonly string[] | undefined {
  const value: unknown = body[name]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || !value.every(isText)) throw wrong(name, 'a list of strings')
  return value
}

/** Texts by name. */
export function optionalTextMap(body: Body, name: string): Readonly<Record<string, string>> | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(name, 'an object')
  return Object.fromEntries(
    Object.entries(value).map(([key, text]): [string, string] => {
      if (!isText(text)) throw wrong(`${name}.${key}`, 'a string')
      return [key, text]
    }),
  )
}
