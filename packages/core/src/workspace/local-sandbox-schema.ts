const text = { type: 'string', minLength: 1 } as const
const paths = { type: 'array', items: text } as const
const durationMs = { type: 'number', minimum: 0 } as const

/** What an isolated sandbox may see and do. */
const isolationProperties = {
  allowNetwork: { type: 'boolean', default: false, description: 'Use the network.' },
  readOnlyPaths: { ...paths, description: 'Paths to read besides the working directory.' },
  readWritePaths: { ...paths, description: 'Paths to read and write besides the working directory.' },
  allowSystemBinaries: { type: 'boolean', default: true, description: "See the system's programs and libraries." },
  readOnly: { type: 'boolean', default: false, description: 'The working directory cannot be written.' },
  seatbeltProfilePath: { ...text, description: 'Seatbelt only: a profile to use instead of the generated one.' },
  bwrapArgs: {
    type: 'array',
    items: { type: 'string' },
    writeOnly: true,
    description: 'Bubblewrap only: arguments that replace the generated ones.',
  },
} as const

/** The serialisable options of `LocalSandbox` as JSON Schema. */
export const localSandboxSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    id: { ...text, description: 'Default: made from time and chance.' },
    workingDirectory: { ...text, description: 'The directory that is the sandbox. Default: .sandbox.' },
    timeout: { ...durationMs, default: 30_000, description: 'Limit of a command in milliseconds; 0 means none.' },
    env: {
      type: 'object',
      additionalProperties: { type: 'string' },
      writeOnly: true,
      description: 'Environment of every command.',
    },
    inheritEnv: { type: 'boolean', default: false, description: "Give commands the host's whole environment." },
    isolation: {
      type: 'string',
      enum: ['none', 'bwrap', 'seatbelt'],
      default: 'none',
      description: 'How commands are kept apart from the host.',
    },
    nativeSandbox: {
      type: 'object',
      properties: isolationProperties,
      additionalProperties: false,
      description: 'What an isolated sandbox may see and do.',
    },
    isolationConfig: {
      type: 'object',
      description: 'The name under which a sandbox reports nativeSandbox; used when nativeSandbox is left out.',
    },
    instructions: { type: 'string', description: 'Replaces what is told to a model; empty says nothing.' },
    checkpointName: { ...text, description: 'Checkpoint that is saved to and started from.' },
    seedCheckpointName: { ...text, description: 'Checkpoint to start from when the other has no state.' },
    checkpointsDirectory: { ...text, description: 'Where checkpoints are stored.' },
    startTimeoutMs: { ...durationMs, default: 300_000, description: 'Limit of a start in milliseconds.' },
    killGraceMs: { ...durationMs, default: 1000, description: 'How long a process may take to obey TERM.' },
  },
  additionalProperties: false,
}
