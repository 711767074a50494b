import { HttpFailure } from '../../http/http-failure.js'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => isText(item))
}

export function isTextMap(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((item) => isText(item))
}

function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31
}

type MemberType = 'text' | 'texts' | 'textMap' | 'integer' | 'integers' | 'boolean' | 'object' | 'array'

interface TypeRule {
  readonly expected: string
  fits(value: unknown): boolean
}

const types: Readonly<Record<MemberType, TypeRule>> = {
  text: { expected: 'a string', fits: isText },
  texts: { expected: 'an array of strings', fits: isTexts },
  textMap: { expected: 'an object of strings', fits: isTextMap },
  integer: { expected: 'an integer', fits: isInteger },
  integers: { expected: 'an array of integers', fits: (value) => Array.isArray(value) && value.every(isInteger) },
  boolean: { expected: 'a boolean', fits: isBoolean },
  object: { expected: 'an object', fits: isObject },
  array: { expected: 'an array', fits: (value) => Array.isArray(value) },
}

/** The members of a body that are looked at. Others are let through, as newer clients may send more. */
export type Shape = Readonly<Record<string, { readonly type: MemberType; readonly required?: boolean }>>

function refuse(pointer: string, message: string): never {
  throw new HttpFailure(400, `request body has an error: doesn't match schema: Error at "${pointer}": ${message}`)
}

/** Throws a 400 in the vendor's words unless the value is an object whose members fit. `null` counts as left out. */
export function verifyShape(value: unknown, shape: Shape, pointer = ''): Record<string, unknown> {
  if (!isObject(value)) refuse(pointer === '' ? '/' : pointer, 'value must be an object')
  for (const [name, { type, required = false }] of Object.entries(shape)) {
    const member = value[name]
    if (member === undefined || member === null) {
      if (required) refuse(`${pointer}/${name}`, `property "${name}" is missing`)
      continue
    }
    if (!types[type].fits(member)) refuse(`${pointer}/${name}`, `value must be ${types[type].expected}`)
  }
  return value
}

/** Members that a shape has been checked for. */
export function textOf(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  return isText(value) ? value : undefined
}

export function numberOf(body: Record<string, unknown>, name: string): number | undefined {
  const value = body[name]
  return typeof value === 'number' ? value : undefined
}
