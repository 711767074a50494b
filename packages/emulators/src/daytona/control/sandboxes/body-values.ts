import { HttpFailure } from '../../../http/http-failure.js'

/** Reads the members of a request; each throws a 400 that names the member. `null` counts as left out. */
export class BodyValues {
  readonly #body: Readonly<Record<string, unknown>>

  constructor(body: Readonly<Record<string, unknown>>) {
    this.#body = body
  }

  has(name: string): boolean {
    return this.#member(name) !== undefined
  }

  text(name: string): string | undefined {
    return this.#checked(name, 'a string', (value) => typeof value === 'string') as string | undefined
  }

  flag(name: string): boolean | undefined {
    return this.#checked(name, 'a boolean value', (value) => typeof value === 'boolean') as boolean | undefined
  }

  integer(name: string, least: number = -(2 ** 31)): number | undefined {
    const fits = (value: unknown): boolean =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value < 2 ** 31
    return this.#checked(name, `an integer number not less than ${least}`, fits) as number | undefined
  }

  number(name: string): number | undefined {
    const fits = (value: unknown): boolean => typeof value === 'number' && value > 0
    return this.#checked(name, 'a positive number', fits) as number | undefined
  }

  texts(name: string): readonly string[] | undefined {
    const fits = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')
    return this.#checked(name, 'an array of strings', fits) as readonly string[] | undefined
  }

  textMap(name: string): Readonly<Record<string, string>> | undefined {
    return this.#checked(name, 'an object of strings', isTextMap) as Readonly<Record<string, string>> | undefined
  }

  textMaps(name: string): readonly Readonly<Record<string, string>>[] | undefined {
    const fits = (value: unknown): boolean => Array.isArray(value) && value.every((item) => isTextMap(item))
    return this.#checked(name, 'an array of objects of strings', fits) as
      | readonly Readonly<Record<string, string>>[]
      | undefined
  }

  object(name: string): BodyValues | undefined {
    const value = this.#checked(name, 'an object', isObject)
    return value === undefined ? undefined : new BodyValues({ ...(value as object) })
  }

  objects(name: string): readonly BodyValues[] | undefined {
    const fits = (value: unknown): boolean => Array.isArray(value) && value.every((item) => isObject(item))
    const values = this.#checked(name, 'an array of objects', fits) as readonly object[] | undefined
    return values?.map((value) => new BodyValues({ ...value }))
  }

  /** As `text`, but it must be there. */
  need(name: string): string {
    const value = this.text(name)
    if (value === undefined || value === '') throw new HttpFailure(400, `${name} should not be empty`)
    return value
  }

  #member(name: string): unknown {
    const value = Object.hasOwn(this.#body, name) ? this.#body[name] : undefined
    return value === null ? undefined : value
  }

  #checked(name: string, expected: string, fits: (value: unknown) => boolean): unknown {
    const value = this.#member(name)
    if (value === undefined || fits(value)) return value
    throw new HttpFailure(400, `${name} must be ${expected}`)
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTextMap(value: unknown): boolean {
  return isObject(value) && Object.values(value ?? {}).every((item) => typeof item === 'string')
}
