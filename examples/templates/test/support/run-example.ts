import { vi } from 'vitest'

/** Variables that lead to vendors: without them an example starts an emulator. */
const variables = [
  'E2B_API_KEY',
  'E2B_ACCESS_TOKEN',
  'E2B_API_URL',
  'E2B_SANDBOX_URL',
  'DAYTONA_API_KEY',
  'DAYTONA_API_URL',
  'DAYTONA_TARGET',
  'MASTRA_PLATFORM_ACCESS_TOKEN',
  'MASTRA_PROJECT_ID',
  'MASTRA_ENVIRONMENT_ID',
]

/** Runs an example to its end at an emulator, with variables of its own. Answers with the lines that it printed. */
export async function runExample(load: () => Promise<unknown>, own: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = []
  for (const name of variables) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value)
  const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => {
    lines.push(...String(text).split('\n'))
  })
  try {
    await load()
    return lines
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
  }
}
