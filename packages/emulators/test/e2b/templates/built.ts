import { Sandbox, Template, type TemplateClass } from 'e2b'
import type { E2BEmulator } from '@caisson/emulators'
import { connectionOf } from '../start.js'
import { ask } from './ask.js'

export interface ShownBuild {
  readonly buildID: string
  readonly status: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly finishedAt?: string
}

export function echo(text: string): TemplateClass {
  return Template().fromBaseImage().runCmd(`echo ${text} > ~/text`)
}

/** All builds of a template, the latest first. */
export async function buildsOf(emulator: E2BEmulator, name: string): Promise<readonly ShownBuild[]> {
  const { body } = await ask(emulator, 'GET', `/templates/aliases/${name}`)
  const answer = await ask(emulator, 'GET', `/templates/${(body as { templateID: string }).templateID}`)
  return answer.status === 200 ? (answer.body as { builds: ShownBuild[] }).builds : []
}

export async function statusesOf(emulator: E2BEmulator, name: string): Promise<string[]> {
  return (await buildsOf(emulator, name)).map(({ status }) => status)
}

/** What `echo` has written, as a new sandbox sees it. */
export async function read(emulator: E2BEmulator, name: string): Promise<string> {
  const sandbox = await Sandbox.create(name, { ...connectionOf(emulator) })
  try {
    return await sandbox.files.read('text')
  } finally {
    await sandbox.kill()
  }
}
