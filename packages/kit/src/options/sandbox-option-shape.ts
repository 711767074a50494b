import { sandboxOptionRules, type SandboxOptions } from '@caisson/core/driver'
import { z } from 'zod'
import { option, type OptionFacts } from './option-facts.js'

/** The options that every sandbox has, to be spread into a provider's schema. */
export type SandboxOptionShape = {
  readonly [Name in keyof Required<SandboxOptions>]: CommonOption<Name>
}

type CommonOption<Name extends keyof SandboxOptions> = z.ZodOptional<
  z.ZodType<Exclude<SandboxOptions[Name], undefined>>
>

const text = { type: 'string', minLength: 1 } as const
const durationMs = { type: 'number', minimum: 0 } as const

const facts = {
  id: {
    description: 'Logical id: the same id finds the same machine again.',
    type: 'string',
    defaultText: 'made from time and chance',
    stored: 'form',
    jsonSchema: text,
  },
  env: {
    description: 'Environment of every command.',
    type: 'Record<string, string | undefined>',
    secret: true,
    jsonSchema: { type: 'object', additionalProperties: { type: 'string' } },
  },
  workingDirectory: {
    description: 'Where commands run unless they say otherwise.',
    type: 'string',
    jsonSchema: text,
  },
  instructions: {
    description: 'Replaces, or as a function extends, what is told to a model; an empty string says nothing.',
    type: 'string | (({ defaultInstructions, requestContext }) => string)',
    jsonSchema: { type: 'string' },
  },
  onStart: {
    description: 'Called when the machine is there, before the first command. A failure fails the start.',
    type: '({ sandbox, outcome }) => void | Promise<void>',
    stored: 'none',
  },
  onStop: {
    description: 'Called before a stop. A failure is logged.',
    type: '({ sandbox }) => void | Promise<void>',
    stored: 'none',
  },
  onDestroy: {
    description: 'Called before a destroy. A failure is logged.',
    type: '({ sandbox }) => void | Promise<void>',
    stored: 'none',
  },
  startTimeoutMs: {
    description: 'Limit of a start in milliseconds, waits for rate limits included.',
    type: 'number',
    default: 300_000,
    jsonSchema: durationMs,
  },
  restartOnGone: {
    description: 'Replace a machine that turns out to be gone.',
    type: 'boolean',
    default: true,
    jsonSchema: { type: 'boolean' },
  },
  killGraceMs: {
    description: 'How long a process may take to obey TERM before it gets KILL, in milliseconds.',
    type: 'number',
    default: 1000,
    jsonSchema: durationMs,
  },
  logger: {
    description: 'Receives what is worth knowing but is no error.',
    type: 'Logger',
    defaultText: 'silence',
    stored: 'none',
  },
} satisfies Readonly<Record<keyof SandboxOptions, Omit<OptionFacts, 'expected'>>>

/** The rules are core's; here is only what tables and editors need besides. */
export const sandboxOptionShape: SandboxOptionShape = {
  id: common('id'),
  env: common('env'),
  workingDirectory: common('workingDirectory'),
  instructions: common('instructions'),
  onStart: common('onStart'),
  onStop: common('onStop'),
  onDestroy: common('onDestroy'),
  startTimeoutMs: common('startTimeoutMs'),
  restartOnGone: common('restartOnGone'),
  killGraceMs: common('killGraceMs'),
  logger: common('logger'),
}

function common<Name extends keyof SandboxOptions>(name: Name): CommonOption<Name> {
  const { expected, check } = sandboxOptionRules[name]
  const type: z.ZodType<Exclude<SandboxOptions[Name], undefined>> =
    z.custom<Exclude<SandboxOptions[Name], undefined>>(check)
  return option(type, { ...facts[name], expected })
}
