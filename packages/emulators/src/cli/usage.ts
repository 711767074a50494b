import { type EmulatorName, flagsOf } from './cli-flags.js'

interface Introduction {
  readonly what: string
  readonly note: string
}

const introductions: Readonly<Record<EmulatorName, Introduction>> = {
  e2b: {
    what: "Starts a local server that speaks E2B's protocols, and prints the variables that lead the e2b packages to it.",
    note: 'It listens on this computer only and is no security boundary: what runs in a sandbox can reach the computer.',
  },
  daytona: {
    what: "Starts a local server that speaks Daytona's protocols, and prints the variables that lead the vendor's packages to it.",
    note: 'It listens on this computer only and is no security boundary: what runs in a sandbox can reach the computer.',
  },
  platform: {
    what: 'Starts a local server that speaks the protocol of a hosted agent platform, and prints the variables that lead clients to it.',
    note: 'It listens on this computer only and is no security boundary: what runs in a sandbox can reach the computer.',
  },
  s3: {
    what: "Starts a local server that speaks S3's protocol, and prints the variables that lead the vendor's clients to it.",
    note: 'Signatures are verified. It listens on this computer only, and its objects are gone when it ends.',
  },
  gcs: {
    what: 'Starts a local server that speaks the protocol of Google Cloud Storage, and prints the variables that lead clients to it.',
    note: 'Any token is let in, and none as well. It listens on this computer only, and its objects are gone when it ends.',
  },
}

export const emulatorNames: readonly EmulatorName[] = ['e2b', 'daytona', 'platform', 's3', 'gcs']

const flagWidth = 24

function usageOf(name: EmulatorName): string {
  const { what, note } = introductions[name]
  const lines = flagsOf(name).map(({ name: flag, value, help }) => {
    const shown = value === undefined ? `--${flag}` : `--${flag} <${value}>`
    return `  ${shown.padEnd(flagWidth)}  ${help}`
  })
  return [`caisson-emulator ${name} [options]`, '', what, note, '', ...lines, ''].join('\n')
}

/** How the command is used: with one emulator, or with each. */
export function usage(name: EmulatorName | undefined): string {
  return (name === undefined ? emulatorNames : [name]).map(usageOf).join('\n')
}
