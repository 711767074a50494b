import type { z } from 'zod'

/** One zod type for each option of a part of the options. */
export type OptionShape<Options> = {
  readonly [Name in keyof Required<Options>]: z.ZodOptional<z.ZodType<Exclude<Options[Name], undefined>>>
}
